"""Values that are stored in a part of an array."""

from __future__ import annotations

import numpy as np

from dslc.ir.cxx.lines import at
from dslc.ir.cxx.print_types import element_text
from dslc.ir.dims import Dim, Size
from dslc.ir.graph import Node, Operand, Value, type_of
from dslc.ir.ops.advanced import is_mask, items_of, picks
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, shape_of

from .parts import Part
from .print_elements import converted, is_integer, reader, weak
from .print_function import FunctionPrinter


def print_own(printer: FunctionPrinter, node: Node) -> str:
    """The variable of a result that begins as the first operand, to be written to.

    It is the operand's own where that ends here.
    """
    operand, result = node.operands[0], node.results[0]
    if isinstance(operand, Value) and printer.ends(operand, node.operands):
        name = printer.bind(result, printer.names[operand])
        if result in printer.private:
            return name
    else:
        printer.define(node, printer.operand(operand, node))
        name = printer.names[result]
    printer.line(f"{printer.checked(f'{name}.own()', node)};")
    return name


def counts(printer: FunctionPrinter, node: Node, part: Part) -> list[str]:
    """The sizes of the part that is stored in."""
    value = node.operands[1]
    if part.shape == shape_of(type_of(value)):
        return printer.extents(part.shape, printer.operand(value, node))
    return [printer.size(size) for size in part.shape]


def aligned(
    printer: FunctionPrinter,
    node: Node,
    value: Operand,
    indices: list[str],
    target: str,
    part: Part | None = None,
) -> str:
    """The element of an array that is stored at these indices of the part, as a `target`.

    Where the part's size is open, an axis of the value may turn out to be repeated.
    """
    type_ = type_of(value)
    assert isinstance(type_, TensorType)
    name = printer.operand(value, node)
    own = [*["0"] * (type_.rank - len(indices)), *indices[max(0, len(indices) - type_.rank) :]]
    open_axes = _open_axes(type_.shape, part)
    read = [
        "0"
        if size == 1
        else f"np::repeated({index}, {name}.shape[{axis}])"
        if axis in open_axes
        else index
        for axis, (size, index) in enumerate(zip(type_.shape, own, strict=True))
    ]
    return converted(f"{name}{at(read)}", element_text(type_), target)


def _open_axes(value: tuple[Size, ...], part: Part | None) -> dict[int, Size]:
    """The axes of a value that meet an open size of the part, with that size."""
    shape = () if part is None else part.shape
    pairs = zip(range(len(value) - 1, -1, -1), reversed(shape), strict=False)
    opened = () if part is None else part.opened
    return {axis: size for axis, size in pairs if size in opened and value[axis] != 1}


def check_value(printer: FunctionPrinter, node: Node, part: Part) -> None:
    """Refuse a value that does not broadcast to the open sizes of a part."""
    value = shape_of(type_of(node.operands[1]))
    name = printer.operand(node.operands[1], node)
    axes = _open_axes(value, part)
    if not axes:
        return
    sizes = {axis: f"{name}.shape[{axis}]" for axis in axes}
    unlike = [f"{sizes[a]} != 1 && {sizes[a]} != {printer.size(axes[a])}" for a in axes]
    condition = f"({') || ('.join(unlike)})" if len(unlike) > 1 else unlike[0]
    refuse_value(printer, node, condition, _complaint(node), value, part.shape)


def refuse_value(
    printer: FunctionPrinter,
    node: Node,
    condition: str,
    complaint: str,
    value: tuple[Size, ...],
    shape: tuple[Size, ...],
) -> None:
    """Fail with NumPy's complaint, which has the two shapes, where a condition holds.

    A failure has three numbers; of more sizes than that the message has the dims.
    """
    symbolic = [size for size in dict.fromkeys((*value, *shape)) if isinstance(size, Dim)][:3]

    def shown(size: Size) -> str:
        return f"{{{symbolic.index(size)}}}" if size in symbolic else str(size)

    def shape_text(sizes: tuple[Size, ...]) -> str:
        return f"({','.join(map(shown, sizes))}{',' if len(sizes) == 1 else ''})"

    message = complaint.format(
        value=shape_text(value), part=shape_text(shape), given=shown(value[0]), true=shown(shape[0])
    )
    point = printer.point(node, message)
    details = ", ".join(map(printer.size, symbolic))
    printer.fail_if(condition, f"{{Kind::does_not_fit, {{{details}}}}}", point)


def _complaint(node: Node) -> str:
    """What NumPy says where a value does not fit."""
    if node.op.name != "store":
        return "array is not broadcastable to correct shape"
    array, _, *numbers = map(type_of, node.operands)
    key, inplace = node.attributes["key"], node.attributes["inplace"]
    if key == "_" and is_mask(numbers[0]) and not inplace and _same_rank(numbers[0], array):
        return (
            "NumPy boolean array indexing assignment cannot assign {given} input values to the "
            "{true} output values where the mask is true"
        )
    if any(map(picks, items_of(key, tuple(numbers)))) and not inplace:
        return (
            "shape mismatch: value array of shape {value} could not be broadcast to indexing "
            "result of shape {part}"
        )
    return "could not broadcast input array from shape {value} into shape {part}"


def _same_rank(x: Type, y: Type) -> bool:
    return len(shape_of(x)) == len(shape_of(y))


def single_value(printer: FunctionPrinter, node: Node, value: Operand) -> str:
    """A number or scalar as an element; an integer array refuses what has no value in it."""
    type_ = type_of(value)
    source, target = element_text(type_), element_text(node.results[0].type)
    if is_integer(target) and source != "bool":
        if isinstance(type_, NumberType):
            return weak(printer, node, value, target)
        # NumPy casts to unsigned integers, and goes through Python's integers to signed ones.
        if (
            isinstance(type_, ScalarType)
            and target[0] == "i"
            and not _is_safe(type_, node.results[0].type)
        ):
            return weak(printer, node, value, target)
    return reader(printer, node, value, target)([])


def _is_safe(source: ScalarType, target: Type) -> bool:
    assert isinstance(target, TensorType)
    return np.can_cast(source.dtype, target.dtype, "safe")
