"""Cumulative ops, sorting and searching, along one axis or over all elements."""

from __future__ import annotations

from dslc.ir.cxx.lines import at
from dslc.ir.cxx.print_types import dtype_text, element_text
from dslc.ir.dims import interval
from dslc.ir.graph import Node, type_of
from dslc.ir.ops.order import search_dtype
from dslc.ir.types import TensorType, shape_of

from .print_elements import reader
from .print_function import FunctionPrinter

STEPS = {
    "cumsum": "{type}(total + x)",
    "add_accumulate": "{type}(total + x)",
    "cumprod": "{type}(total * x)",
    "multiply_accumulate": "{type}(total * x)",
    "maximum_accumulate": "np::maximum<{type}>(total, x)",
    "minimum_accumulate": "np::minimum<{type}>(total, x)",
}
"""How a cumulative op takes in one more element `x`, in C++ on the type {type}."""


def print_accumulate(printer: FunctionPrinter, node: Node) -> None:
    """`cumsum`, `cumprod`, and what a ufunc accumulates."""
    target = element_text(node.results[0].type)
    source, axis = _along(printer, node)
    name = printer.empty(node, node.results[0])
    step = STEPS[node.op.name].format(type=target)
    function = f"[]({target} total, {target} x) {{ return {step}; }}"
    done = printer.checked(f"np::accumulate({source}, {axis}, {name}, {function})", node)
    printer.line(f"{done};")


def print_sort(printer: FunctionPrinter, node: Node) -> None:
    """`sort`, `argsort`."""
    source, axis = _along(printer, node)
    printer.define(node, printer.checked(f"np::{node.op.name}({source}, {axis})", node))


def _along(printer: FunctionPrinter, node: Node) -> tuple[str, int]:
    """The array and the axis that a node works along."""
    operand, axis = node.operands[0], node.attributes["axis"]
    if axis is not None:
        taken = node.op.name == "sort"
        return printer.taken(operand, node) if taken else printer.operand(operand, node), axis
    array = printer.operand(operand, node)
    return f"np::reshape({array}, {array}.size())", 0


def print_arg(printer: FunctionPrinter, node: Node) -> None:
    """`argmax`, `argmin`."""
    operand, result = node.operands[0], node.results[0].type
    array, axis = printer.operand(operand, node), node.attributes["axis"]
    _refuse_empty(printer, node)
    function = f"np::{node.op.name}"
    if not isinstance(result, TensorType):
        printer.define(node, f"{function}({array}.data, {array}.size())")
        return
    name = printer.empty(node, node.results[0])
    if axis is None:
        printer.line(f"{name}{at(['0'] * result.rank)} = {function}({array}.data, {array}.size());")
        return
    printer.line(f"{printer.checked(f'{function}({array}, {axis}, {name})', node)};")


def _refuse_empty(printer: FunctionPrinter, node: Node) -> None:
    shape, axis = shape_of(type_of(node.operands[0])), node.attributes["axis"]
    array = printer.operand(node.operands[0], node)
    sizes = shape if axis is None else (shape[axis],)
    if all((interval(size)[0] or 0) >= 1 for size in sizes):
        return
    extent = f"{array}.size()" if axis is None else printer.extents(shape, array)[axis]
    message = f"attempt to get {node.op.name} of an empty sequence"
    printer.fail_if(f"{extent} == 0", "{Kind::empty_reduction}", printer.point(node, message))


def print_searchsorted(printer: FunctionPrinter, node: Node) -> None:
    """`searchsorted`: a binary search for each element, in the common dtype."""
    x, v = node.operands
    common = search_dtype(type_of(x), type_of(v))
    assert common is not None
    target = dtype_text(common)
    read = reader(printer, node, v, target)
    function = f"np::search_{node.attributes['side']}<{target}>"
    array = printer.operand(x, node)
    result = node.results[0].type
    if not isinstance(result, TensorType):
        printer.define(node, f"{function}({array}, {read([])})")
        return
    name = printer.empty(node, node.results[0])
    printer.fill(name, result, lambda indices: f"{function}({array}, {read(indices)})", long=True)
