"""Reading and writing along an axis, and on diagonals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dslc.ir.cxx.lines import at
from dslc.ir.cxx.print_types import element_text, literal_text
from dslc.ir.dims import Size
from dslc.ir.graph import Node, Operand, type_of
from dslc.ir.ops.gather import taken_axes
from dslc.ir.types import TensorType, shape_of

from .print_function import FunctionPrinter
from .stored import aligned, print_own, single_value

# --- take -----------------------------------------------------------------------------------------


def print_take(printer: FunctionPrinter, node: Node) -> None:
    """`take`: one loop nest over the result."""
    array, indices = node.operands
    axis, mode = node.attributes["axis"], node.attributes["mode"]
    source = printer.operand(array, node)
    shape = shape_of(type_of(array))
    size = f"{source}.size()" if axis is None else printer.extents(shape, source)[axis]
    before, after = taken_axes(shape, axis)
    outer = [printer.size(extent) for extent in before]
    chosen = shape_of(type_of(indices))
    counts = [*outer, *map(printer.size, (*chosen, *after))]
    _refuse_no_elements(printer, node, size, counts)
    is_array = isinstance(type_of(indices), TensorType)
    single = "" if is_array else _index(printer, node, indices)
    _check(printer, node, indices, size, outer, axis or 0)

    def element(places: Sequence[str]) -> str:
        inner = len(before) + len(chosen)
        index = single or f"i64({printer.operand(indices, node)}{at(places[len(before) : inner])})"
        place = f"np::{_PLACED[mode]}({index}, {size})"
        if axis is None:
            return f"{source}[{place}]"
        return f"{source}{at([*places[: len(before)], place, *places[inner:]])}"

    result = node.results[0]
    if not isinstance(result.type, TensorType):
        printer.define(node, element([]))
        return
    name = printer.empty(node, result)
    with printer.loops(printer.extents(result.type.shape, name)) as places:
        printer.line(f"{name}{at(places)} = {element(places)};")


_PLACED = {"raise": "wrapped", "wrap": "cycled", "clip": "clipped"}


def _index(printer: FunctionPrinter, node: Node, index: Operand) -> str:
    text = printer.element(index, node)
    return text if element_text(type_of(index)) == "i64" else f"i64({text})"


def _refuse_no_elements(
    printer: FunctionPrinter, node: Node, size: str, counts: Sequence[str]
) -> None:
    """Nothing can be taken from an axis of size 0."""
    condition = " && ".join([f"{size} == 0", *(f"{count} != 0" for count in counts)])
    message = "cannot do a non-empty take from an empty axes."
    printer.fail_if(condition, "{Kind::empty_take}", printer.point(node, message))


def _check(
    printer: FunctionPrinter,
    node: Node,
    indices: Operand,
    size: str,
    outer: Sequence[str],
    axis: int,
) -> None:
    """Check all indices at once, unless there is nothing to take from."""
    if node.attributes["mode"] != "raise":
        return
    if isinstance(type_of(indices), TensorType):
        checked = f"np::within({printer.operand(indices, node)}, {axis}, {size})"
    else:
        checked = f"np::position({_index(printer, node, indices)}, {axis}, {size})"
    guards = " && ".join(f"{count} != 0" for count in outer)
    with printer.nest([f"if ({guards})"] if guards else []):
        printer.line(f"{printer.checked(checked, node)};")


def print_within(printer: FunctionPrinter, node: Node) -> None:
    """`within`: all places of a gather at once, before its loops."""
    given = node.attributes
    size = printer.size(given["size"])
    if given["count"] != 0:
        _refuse_no_elements(printer, node, size, [printer.size(given["count"])])
    if given["mode"] != "raise":
        return
    indices = printer.operand(node.operands[0], node)
    checked = printer.checked(f"np::within({indices}, {given['axis']}, {size})", node)
    guards = " && ".join(f"{printer.size(each)} != 0" for each in given["unless"])
    with printer.nest([f"if ({guards})"] if guards else []):
        printer.line(f"{checked};")


# --- along an axis --------------------------------------------------------------------------------


def print_take_along_axis(printer: FunctionPrinter, node: Node) -> None:
    """`take_along_axis`."""
    result = node.results[0]
    place = _along(printer, node, shape_of(result.type))
    name = printer.empty(node, result)
    source = printer.operand(node.operands[0], node)
    with printer.loops(printer.extents(shape_of(result.type), name)) as indices:
        printer.line(f"{name}{at(indices)} = {source}{at(place(indices))};")


def print_put_along_axis(printer: FunctionPrinter, node: Node) -> None:
    """`put_along_axis`."""
    array, indices, values = node.operands
    axis = node.attributes["axis"]
    shapes = shape_of(type_of(array)), shape_of(type_of(indices))
    shape = [b if a == 1 or n == axis else a for n, (a, b) in enumerate(zip(*shapes, strict=True))]
    place = _along(printer, node, shape)
    is_array = isinstance(type_of(values), TensorType)
    single = "" if is_array else single_value(printer, node, values)
    name = print_own(printer, node)
    target = element_text(node.results[0].type)
    with printer.loops([printer.size(size) for size in shape]) as places:
        text = single or aligned(printer, node, values, places, target)
        printer.line(f"{name}{at(place(places))} = {text};")


def _along(printer: FunctionPrinter, node: Node, shape: Sequence[Size]) -> Callable[..., list[str]]:
    """Check the indices; gives the place in the array for one in the part of this shape."""
    array, indices = node.operands[:2]
    axis = node.attributes["axis"]
    own, picked = shape_of(type_of(array)), shape_of(type_of(indices))
    name = printer.operand(indices, node)
    size = printer.size(own[axis])
    # Nothing is checked where an axis of the array leaves nothing to read.
    pairs = enumerate(zip(own, picked, strict=True))
    empty = [printer.size(a) for n, (a, b) in pairs if n != axis and a != b]
    within = printer.checked(f"np::within({name}, {axis}, {size})", node)
    guards = " && ".join(f"{count} != 0" for count in empty)
    with printer.nest([f"if ({guards})"] if guards else []):
        printer.line(f"{within};")

    def place(places: Sequence[str]) -> list[str]:
        read = ["0" if b == 1 else p for p, b in zip(places, picked, strict=True)]
        found = ["0" if a == 1 else p for p, a in zip(places, own, strict=True)]
        found[axis] = f"np::wrapped({name}{at(read)}, {size})"
        return found

    return place


# --- diagonals ------------------------------------------------------------------------------------


def print_diagonal(printer: FunctionPrinter, node: Node) -> None:
    """`diagonal`, and `diag` of a matrix."""
    array = node.operands[0]
    result = node.results[0]
    given = {"offset": node.attributes.get("k"), "axis1": 0, "axis2": 1, **node.attributes}
    axes = given["axis1"], given["axis2"]
    name = printer.empty(node, result)
    source = printer.operand(array, node)
    with printer.loops(printer.extents(shape_of(result.type), name)) as indices:
        others = iter(indices[:-1])
        place = [next(others) if n not in axes else "" for n in range(len(indices) + 1)]
        row, column = _shifted(indices[-1], given["offset"])
        place[axes[0]], place[axes[1]] = row, column
        printer.line(f"{name}{at(indices)} = {source}{at(place)};")


def _shifted(index: str, offset: int) -> tuple[str, str]:
    """The row and the column of a place on a diagonal."""
    moved = f"{index} + {abs(offset)}"
    return (index, moved) if offset > 0 else (moved, index) if offset < 0 else (index, index)


def print_diag(printer: FunctionPrinter, node: Node) -> None:
    """`diag`: a matrix of zeros with a vector on a diagonal, or a diagonal."""
    vector = node.operands[0]
    if len(shape_of(type_of(vector))) == 2:
        print_diagonal(printer, node)
        return
    name = printer.started(node, literal_text(0, element_text(node.results[0].type)))
    source = printer.operand(vector, node)
    with printer.loops(printer.extents(shape_of(type_of(vector)), source)) as indices:
        place = _shifted(indices[0], node.attributes["k"])
        printer.line(f"{name}{at(place)} = {source}{at(indices)};")


def print_fill_diagonal(printer: FunctionPrinter, node: Node) -> None:
    """`fill_diagonal`."""
    value = node.operands[1]
    target = element_text(node.results[0].type)
    is_array = isinstance(type_of(value), TensorType)
    single = "" if is_array else single_value(printer, node, value)
    text = single or aligned(printer, node, value, [], target)
    name = print_own(printer, node)
    rows, columns = printer.extents(shape_of(node.results[0].type), name)
    with printer.loops([f"py::min({rows}, {columns})"]) as indices:
        printer.line(f"{name}{at(indices * 2)} = {text};")
