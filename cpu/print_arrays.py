"""Nodes that make or join arrays: fills, shapes."""

from __future__ import annotations

from collections.abc import Sequence

from dslc.ir.cxx.lines import at, operand_text
from dslc.ir.cxx.print_types import element_text, literal_text
from dslc.ir.dims import Size, interval
from dslc.ir.graph import Node, type_of
from dslc.ir.ops.rules import fits
from dslc.ir.types import TensorType, shape_of

from .print_elements import converted, reader
from .print_function import FunctionPrinter

# --- fills --------------------------------------------------------------------------------------


def print_zeros(printer: FunctionPrinter, node: Node) -> None:
    """`zeros`, `zeros_like`."""
    _filled(printer, node, 0)


def print_ones(printer: FunctionPrinter, node: Node) -> None:
    """`ones`, `ones_like`."""
    _filled(printer, node, 1)


def _filled(printer: FunctionPrinter, node: Node, value: int) -> None:
    name, type_ = _empty(printer, node)
    text = literal_text(value, element_text(type_))
    printer.fill(name, type_, lambda indices: text)


def print_full(printer: FunctionPrinter, node: Node) -> None:
    """`full`, `full_like`: the value is the last operand."""
    fill = node.operands[-1]
    target = element_text(node.results[0].type)
    checked = fits(type_of(fill), node.results[0].type.dtype) is not True  # type: ignore[union-attr]
    if checked or element_text(type_of(fill)) == "i64":
        text = reader(printer, node, fill, target)([])
    else:
        text = converted(printer.element(fill, node), element_text(type_of(fill)), target)
    name, type_ = _empty(printer, node)
    printer.fill(name, type_, lambda indices: text)


def print_arange(printer: FunctionPrinter, node: Node) -> None:
    """`arange`."""
    type_ = node.results[0].type
    assert isinstance(type_, TensorType)
    parts = [node.attributes["start"], node.attributes["step"]]
    if any(isinstance(part, float) for part in parts):
        bounds = [literal_text(part, "f64") for part in parts]
    else:
        bounds = [f"i64({printer.size(part)})" for part in parts]
    length = printer.checked_size(type_.shape[0])
    made = f"np::arange<{element_text(type_)}>({', '.join([*bounds, length])})"
    printer.define(node, printer.checked(made, node))


def _empty(printer: FunctionPrinter, node: Node) -> tuple[str, TensorType]:
    result = node.results[0]
    assert isinstance(result.type, TensorType)
    return printer.empty(node, result, novel=True), result.type


# --- shapes -------------------------------------------------------------------------------------


def print_reshape(printer: FunctionPrinter, node: Node) -> None:
    """`reshape`; the new array shares the elements."""
    shape: tuple[Size, ...] = node.attributes["shape"]
    given = [size for size in shape if size != -1]
    negative = [size for size in given if _may_be_below(size, 0)]
    for size in negative:
        condition = f"{printer.size(size)} < 0"
        printer.fail_if(condition, "{Kind::negative_size}", printer.point(node))
    if len(given) < len(shape):
        _refuse_nothing(printer, node, [size for size in given if _may_be_below(size, 1)])
    print_shape(printer, node)


def _refuse_nothing(printer: FunctionPrinter, node: Node, unsure: Sequence[Size]) -> None:
    """Nothing follows for the -1 of a shape where another size is 0."""
    if not unsure:
        return
    sizes = [printer.size(size) for size in unsure]
    numbers = iter(range(3))
    shown = [
        "newaxis" if size == -1 else f"{{{next(numbers)}}}" if size in unsure[:3] else str(size)
        for size in node.attributes["shape"]
    ]
    text = ",".join(shown).removeprefix("newaxis,")  # as NumPy shows it
    point = printer.point(node, f"cannot reshape array of size 0 into shape ({text})")
    details = f"{{Kind::nothing_follows, {{{', '.join(sizes[:3])}}}}}"
    printer.fail_if(" || ".join(f"{size} == 0" for size in sizes), details, point)


def _may_be_below(size: Size, least: int) -> bool:
    low = interval(size)[0]
    return low is None or low < least


def print_shape(printer: FunctionPrinter, node: Node) -> None:
    """`expand_dims`, `squeeze`: the same elements under another shape."""
    type_ = node.results[0].type
    if not isinstance(type_of(node.operands[0]), TensorType):
        print_broadcast(printer, node)
        return
    assert isinstance(type_, TensorType)
    sizes = "".join(f", {printer.size(size)}" for size in type_.shape)
    printer.define(node, f"np::reshape({printer.operand(node.operands[0], node)}{sizes})")


def print_same(printer: FunctionPrinter, node: Node) -> None:
    """`copy`, `as_scalar`, `depend`: the value itself, which nobody can change."""
    printer.define(node, printer.taken(node.operands[0], node))


def print_broadcast(printer: FunctionPrinter, node: Node) -> None:
    """`broadcast_to`."""
    read = reader(printer, node, node.operands[0], "")
    name, type_ = _empty(printer, node)
    with printer.loops(printer.extents(type_.shape, name)) as indices:
        printer.line(f"{name}{at(indices)} = {read(indices)};")


def print_transpose(printer: FunctionPrinter, node: Node) -> None:
    """`transpose`."""
    type_ = node.results[0].type
    assert isinstance(type_, TensorType)
    name = printer.empty(node, node.results[0])
    source = printer.operand(node.operands[0], node)
    axes, extents = node.attributes["axes"], printer.extents(type_.shape, name)
    last = len(axes) - 1
    row = axes.index(last) if axes else 0
    if row == last or not axes:
        with printer.loops(extents) as indices:
            from_ = [indices[axes.index(axis)] for axis in range(len(axes))]
            printer.line(f"{name}{at(indices)} = {source}{at(from_)};")
        return
    # The axis that is the last one there and that which is here span matrices.
    outer = [axis for axis in range(last) if axis != row]
    with printer.loops([extents[axis] for axis in outer]) as found:
        known = dict(zip(outer, found, strict=True))
        to = [known.get(axis, "0") for axis in range(last + 1)]
        from_ = [to[axes.index(axis)] for axis in range(last + 1)]
        after = (axis for axis in range(last + 1) if axis > axes[last])
        to_row = _product(extents[row + 1 :])
        from_row = _product([extents[axes.index(axis)] for axis in after])
        starts = f"&{name}{at(to)}, {to_row}, &{source}{at(from_)}, {from_row}"
        printer.line(f"np::transpose({starts}, {extents[row]}, {extents[last]});")


def _product(extents: Sequence[str]) -> str:
    return " * ".join(map(operand_text, extents)) or "1"


def print_concat(printer: FunctionPrinter, node: Node) -> None:
    """`concat`: one loop nest for each part."""
    type_ = node.results[0].type
    assert isinstance(type_, TensorType)
    name = printer.empty(node, node.results[0])
    axis, start = node.attributes["axis"], 0
    target = element_text(type_)
    for operand in node.operands:
        shape = shape_of(type_of(operand))
        read = printer.operand(operand, node)
        with printer.loops(printer.extents(shape, read)) as indices:
            to = list(indices)
            if start != 0:
                to[axis] = f"{to[axis]} + {printer.size(start)}"
            value = converted(f"{read}{at(indices)}", element_text(type_of(operand)), target)
            printer.line(f"{name}{at(to)} = {value};")
        start = start + shape[axis]


def print_append(printer: FunctionPrinter, node: Node) -> None:
    """`append`: behind the rows of an array that ends here, else of a copy."""
    printer.define(node, printer.taken(node.operands[0], node))
    name = printer.names[node.results[0]]
    printer.line(f"{printer.checked(f'{name}.grow()', node)};")
    item = node.operands[1]
    type_, target = type_of(item), element_text(node.results[0].type)
    last = f"{name}.shape[0] - 1"
    if not isinstance(type_, TensorType):
        printer.line(f"{name}{at([last])} = {printer.taken(item, node, target)};")
        return
    read = printer.operand(item, node)
    with printer.loops(printer.extents(type_.shape, read)) as indices:
        printer.line(f"{name}{at([last, *indices])} = {read}{at(indices)};")
