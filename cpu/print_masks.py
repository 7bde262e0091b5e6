"""Masks: what is read or written where an array is true, and the places where it is."""

from __future__ import annotations

from dslc.ir.cxx.lines import at
from dslc.ir.cxx.print_types import element_text
from dslc.ir.graph import Node, type_of
from dslc.ir.structure import hidden_results, shown_results
from dslc.ir.types import TensorType, shape_of

from .print_function import FunctionPrinter
from .stored import aligned, print_own


def print_masked_index(printer: FunctionPrinter, node: Node) -> None:
    """`index` by one mask: the elements where it is true, one after the other."""
    source, mask = (printer.operand(operand, node) for operand in node.operands)
    for size in hidden_results(node):
        printer.define_size(node, size, f"np::count_nonzero({mask})")
    name = printer.empty(node, node.results[-1])
    counts = printer.extents(shape_of(type_of(node.operands[0])), source)
    rank = len(shape_of(type_of(node.operands[1])))
    place = printer.variables.new("place")
    printer.line(f"i64 {place} = 0;")
    with printer.loops(counts[:rank]) as indices:
        test = f"if ({mask}{at(indices)})"
        if len(counts) == rank:
            printer.line(f"{test} {name}[{place}++] = {source}{at(indices)};")
            return
        with printer.block(test):
            with printer.loops(counts[rank:], first=rank) as rest:
                printer.line(f"{name}{at([place, *rest])} = {source}{at([*indices, *rest])};")
            printer.line(f"++{place};")


def print_masked_store(printer: FunctionPrinter, node: Node, single: str) -> None:
    """`store` by one mask of a value that has no axis of the chosen elements.

    `single` is the text of a value without axes.
    """
    value, mask = node.operands[1:]
    rank = len(shape_of(type_of(mask)))
    target = node.results[0].type
    test = printer.operand(mask, node)
    name = print_own(printer, node)
    with printer.loops(printer.extents(shape_of(target), name)) as indices:
        text = single or aligned(printer, node, value, indices[rank:], element_text(target))
        printer.line(f"if ({test}{at(indices[:rank])}) {name}{at(indices)} = {text};")


def print_nonzero(printer: FunctionPrinter, node: Node) -> None:
    """`nonzero`, `flatnonzero`."""
    source = printer.operand(node.operands[0], node)
    if node.op.name == "flatnonzero" and len(shape_of(type_of(node.operands[0]))) > 1:
        source = f"np::reshape({source}, {source}.size())"
    places = printer.variables.new("places")
    printer.line(f"auto {places} = {printer.checked(f'np::nonzero({source})', node)};")
    for size in hidden_results(node):
        printer.define_size(node, size, f"{places}.count")
    for axis, result in enumerate(shown_results(node)):
        assert isinstance(result.type, TensorType)
        name = printer.new(node, result)
        printer.declare(result.type, name, f"move({places}.at[{axis}])")
