"""`index`, `store` and their kin: which elements an index expression names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np

from dslc.ir.dims import Dim, Size, dim_max, dim_min, interval
from dslc.ir.facts import Facts
from dslc.ir.graph import Node, Operand, Value, as_size, type_of
from dslc.ir.keys import Item
from dslc.ir.ops.advanced import items_of, mask_of, picked, picks
from dslc.ir.ops.slices import checked_items, region, taken
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, shape_of

from .lines import at
from .print_elements import converted, is_integer, reader, weak
from .print_function import FunctionPrinter
from .print_picks import print_picks
from .print_types import element_text, is_safe


@dataclass(slots=True)
class Part:
    """The part of an array that an index names.

    Attributes:
        axes: the index of an element on each axis of the array, {0}, {1}, ... being the part's.
        rank: the part's.
    """

    axes: list[str] = field(default_factory=list)
    rank: int = 0

    def text(self, indices: list[str]) -> str:
        """The index of the array's element for the indices of the part's."""
        return at([axis.format(*indices) for axis in self.axes])

    def free(self) -> str:
        """The next index of the part."""
        self.rank += 1
        return f"{{{self.rank - 1}}}"


def part_of(printer: FunctionPrinter, node: Node, numbers: tuple[Operand, ...]) -> Part:
    """The part that a node's index names; integers are checked first, then arrays, in order."""
    type_ = type_of(node.operands[0])
    assert isinstance(type_, TensorType)
    key = node.attributes["key"]
    items = items_of(key, numbers)
    types = checked_items(type_, key, tuple(map(type_of, numbers)))
    chosen = picked(Facts(), types)
    part, shared = Part(), list[str]()
    spots: list[tuple[Item, int]] = []
    for number, (item, item_type) in enumerate(zip(items, types, strict=True)):
        if chosen is not None and number == chosen.at:
            shared = [part.free() for _ in chosen.shape]
        axis = len(part.axes)
        if item is None:
            part.free()
        elif item is Ellipsis:
            part.axes += [part.free() for _ in range(type_.rank - taken(items))]
        elif isinstance(item, slice):
            part.axes.append(_slice(printer, type_.shape[axis], item, part.free()))
        elif picks(item_type):
            spots.append((item, axis))
            part.axes.append("")
        else:
            operand = cast(Operand, item)
            part.axes.append(_position(printer, node, operand, axis, type_.shape[axis]))
    for axis, text in print_picks(printer, node, spots, shared):
        part.axes[axis] = text
    return part


def _position(printer: FunctionPrinter, node: Node, item: Operand, axis: int, size: Size) -> str:
    """An integer of an index, counted from the front."""
    inside = _inside(printer.facts, item, size)
    if inside is not None and is_safe(inside):
        return printer.size(inside)
    given = printer.element(item, node)
    name = printer.variables.new(f"{given}_at" if given.isidentifier() else "at")
    if element_text(type_of(item)) == "u64":
        given = f"np::saturated({given})"
    checked = printer.checked(f"np::position({given}, {axis}, {printer.size(size)})", node)
    printer.line(f"const i64 {name} = {checked};")
    return name


def _inside(facts: Facts, item: Operand, size: Size) -> Size | None:
    """An integer that is known to be inside of an axis, counted from the front."""
    index = as_size(item)
    if index is None:
        return None
    if facts.at_least(index, 0):
        return index if facts.less(index, size) else None
    return index + size if facts.less(index, 0) and facts.at_least(index + size, 0) else None


def _slice(printer: FunctionPrinter, size: Size, item: slice, index: str) -> str:
    """The element's index for an index of the part, which has no element outside of the array."""
    step = 1 if item.step is None else _size(item.step)
    assert isinstance(step, int)
    start = _start(size, None if item.start is None else _size(item.start), back=step < 0)
    offset = index if abs(step) == 1 else f"{abs(step)} * {index}"
    if step > 0:
        return offset if start == 0 else f"{offset} + {printer.size(start)}"
    return f"{printer.size(start)} - {offset}"


def _start(size: Size, start: Size | None, *, back: bool) -> Size:
    """Where a slice starts: Python's clipping, as far as the part has elements."""
    if start is None:
        return size - 1 if back else 0
    high = interval(start)[1]
    if high is not None and high < 0:
        return start + size if back else dim_max(start + size, 0)
    return dim_min(start, size - 1) if back else start


def _size(operand: Operand) -> Size:
    """The size that a bound of a slice is."""
    if isinstance(operand, Dim):
        return operand
    if isinstance(operand, Value) and operand.dim is not None:
        return operand.dim
    type_ = type_of(operand)
    assert isinstance(type_, NumberType)
    if type_.dim is not None:
        return type_.dim
    assert isinstance(type_.constant, int)
    return type_.constant


# --- index ----------------------------------------------------------------------------------------


def print_index(printer: FunctionPrinter, node: Node) -> None:
    """`index`: one element, or a copy of a part."""
    result = node.results[0]
    part = part_of(printer, node, node.operands[1:])
    source = printer.operand(node.operands[0], node)
    if not isinstance(result.type, TensorType):
        printer.define(node, f"{source}{part.text([])}")
        return
    name = printer.empty(node, result)
    with printer.loops(printer.extents(result.type.shape, name)) as indices:
        printer.line(f"{name}{at(indices)} = {source}{part.text(indices)};")


# --- store ----------------------------------------------------------------------------------------


def print_store(printer: FunctionPrinter, node: Node) -> None:
    """`store`: into the array itself where it ends here, else into a copy."""
    value, numbers = node.operands[1], node.operands[2:]
    if mask_of(node.attributes["key"], tuple(map(type_of, numbers))) is not None:
        _print_masked(printer, node)
        return
    part = part_of(printer, node, numbers)
    single = None if isinstance(type_of(value), TensorType) else single_value(printer, node, value)
    name = print_own(printer, node)
    with printer.loops(counts(printer, node)) as indices:
        text = single or aligned(printer, node, value, indices, element_text(node.results[0].type))
        printer.line(f"{name}{part.text(indices)} = {text};")


def _print_masked(printer: FunctionPrinter, node: Node) -> None:
    """`store` where a mask is true; the value has axes behind those of the mask only."""
    value, mask = node.operands[1:]
    rank = len(shape_of(type_of(mask)))
    target = node.results[0].type
    single = None if isinstance(type_of(value), TensorType) else single_value(printer, node, value)
    test = printer.operand(mask, node)
    name = print_own(printer, node)
    with printer.loops(printer.extents(shape_of(target), name)) as indices:
        behind = indices[rank:]
        text = single or aligned(printer, node, value, behind, element_text(target))
        printer.line(f"if ({test}{at(indices[:rank])}) {name}{at(indices)} = {text};")


def print_own(printer: FunctionPrinter, node: Node) -> str:
    """The variable of a result that begins as the first operand, to be written to."""
    printer.define(node, printer.taken(node.operands[0], node))
    name = printer.names[node.results[0]]
    printer.line(f"{printer.checked(f'{name}.own()', node)};")
    return name


def counts(printer: FunctionPrinter, node: Node) -> list[str]:
    """The sizes of the part that is stored in."""
    target, value = type_of(node.operands[0]), node.operands[1]
    assert isinstance(target, TensorType)
    numbers = tuple(type_of(operand) for operand in node.operands[2:])
    shape = region(Facts(), target, node.attributes["key"], numbers) or ()
    if shape == shape_of(type_of(value)):
        return printer.extents(shape, printer.operand(value, node))
    return [printer.size(size) for size in shape]


def aligned(
    printer: FunctionPrinter, node: Node, value: Operand, indices: list[str], target: str
) -> str:
    """The element of an array that is stored at these indices of the part, as a `target`."""
    type_ = type_of(value)
    assert isinstance(type_, TensorType)
    own = [*["0"] * (type_.rank - len(indices)), *indices[max(0, len(indices) - type_.rank) :]]
    read = ["0" if size == 1 else index for size, index in zip(type_.shape, own, strict=True)]
    return converted(f"{printer.operand(value, node)}{at(read)}", element_text(type_), target)


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
