"""The arrays and lists of an index: checked as a whole, then read element by element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dslc.ir.cxx.lines import at
from dslc.ir.cxx.print_types import element_text
from dslc.ir.dims import Size
from dslc.ir.graph import Literal, Node, Operand, type_of
from dslc.ir.keys import Item
from dslc.ir.ops.advanced import item_shape, leaves
from dslc.ir.types import TensorType, shape_of

from .print_function import FunctionPrinter


def print_picks(
    printer: FunctionPrinter, node: Node, spots: Sequence[tuple[Item, int]], shared: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Check the arrays of an index; gives the axis that each indexes, with the index's text.

    Args:
        printer: where it is printed.
        node: whose index it is.
        spots: the arrays and lists, each with the axis of the array that it indexes.
        shared: the indices of the part on their common axes.
    """
    shape = shape_of(type_of(node.operands[0]))
    sizes = _sizes(printer, node, [item for item, _ in spots])
    for number, (item, axis) in enumerate(spots):
        others = [size for i, size in enumerate(sizes) if i != number and size != sizes[number]]
        if isinstance(item, list):
            yield axis, _list(printer, node, item, (axis, shape[axis]), shared, others)
        else:
            yield axis, _array(printer, node, item, (axis, shape[axis]), shared, others)


def _sizes(printer: FunctionPrinter, node: Node, items: Sequence[Item]) -> list[str]:
    """How many elements each item has; "" for one that certainly has some."""
    return [
        ("0" if not leaves(item) else "")
        if isinstance(item, list)
        else f"{printer.operand(item, node)}.size()"
        for item in items
    ]


def _check(
    printer: FunctionPrinter, node: Node, arguments: str, spot: tuple[int, Size], others: list[str]
) -> None:
    """Check all indices at once; none is looked at where another array has no elements."""
    axis, size = spot
    within = printer.checked(f"np::within({arguments}, {axis}, {printer.size(size)})", node)
    guards = [other for other in others if other]
    with printer.nest([f"if ({' && '.join(guards)})"] if guards else []):
        printer.line(f"{within};")


def _array(
    printer: FunctionPrinter,
    node: Node,
    item: Operand,
    spot: tuple[int, Size],
    shared: Sequence[str],
    others: list[str],
) -> str:
    type_ = type_of(item)
    assert isinstance(type_, TensorType)
    name = printer.operand(item, node)
    _check(printer, node, name, spot, others)
    return f"np::wrapped({name}{at(_own(type_.shape, shared))}, {printer.size(spot[1])})"


def _list(
    printer: FunctionPrinter,
    node: Node,
    item: list[Any],
    spot: tuple[int, Size],
    shared: Sequence[str],
    others: list[str],
) -> str:
    numbers = leaves(item)
    if not numbers:
        return "0"  # never read
    name = printer.variables.new("picks")
    known = [_known(number, spot[1]) for number in numbers]
    texts = [
        text or f"i64({printer.element(n, node)})" for text, n in zip(known, numbers, strict=True)
    ]
    printer.line(f"const i64 {name}[] = {{{', '.join(texts)}}};")
    shape = item_shape(item)
    position = "0"
    for size, index in zip(shape, _own(shape, shared), strict=True):
        position = index if position == "0" else f"({position}) * {size} + {index}"
    read = f"{name}[{position}]"
    if all(known):
        return read
    _check(printer, node, f"{name}, {len(numbers)}", spot, others)
    return f"np::wrapped({read}, {printer.size(spot[1])})"


def _integer(printer: FunctionPrinter, node: Node, number: Operand) -> str:
    text = printer.element(number, node)
    return text if element_text(type_of(number)) == "i64" else f"i64({text})"


def _known(number: Operand, size: Size) -> str:
    """The position that a literal is on an axis of known size; "" where that is not known."""
    if not isinstance(number, Literal) or not isinstance(size, int):
        return ""
    assert not isinstance(number.value, complex)
    index = int(number.value or 0)
    return str(index % size) if -size <= index < size else ""


def _own(shape: Sequence[Size], shared: Sequence[str]) -> list[str]:
    """The indices of an array that is broadcast to the common axes."""
    indices = shared[len(shared) - len(shape) :]
    return ["0" if size == 1 else index for size, index in zip(shape, indices, strict=True)]
