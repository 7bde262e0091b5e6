"""`index` and `store`."""

from __future__ import annotations

from dslc.ir.cxx.lines import at
from dslc.ir.cxx.print_types import element_text
from dslc.ir.graph import Node, Value, type_of
from dslc.ir.ops.advanced import is_mask
from dslc.ir.structure import hidden_results
from dslc.ir.types import TensorType, shape_of

from .parts import part_of
from .print_function import FunctionPrinter
from .print_masks import print_masked_index, print_masked_store
from .stored import aligned, check_value, counts, print_own, single_value

# --- index ----------------------------------------------------------------------------------------


def print_index(printer: FunctionPrinter, node: Node) -> None:
    """`index`: one element, or a part: rows side by side where they are, or a copy."""
    if node.attributes["key"] == "_" and is_mask(type_of(node.operands[1])):
        print_masked_index(printer, node)
        return
    result = node.results[-1]
    part = part_of(printer, node, node.operands[1:])
    source = printer.operand(node.operands[0], node)
    if not isinstance(result.type, TensorType):
        printer.define(node, f"{source}{part.text([])}")
        return
    sizes = dict(zip(result.shape, part.shape, strict=True))
    for size in hidden_results(node):
        assert size.dim is not None
        printer.define_size(node, size, printer.size(sizes[size.dim]))
    if part.first and _may_stay(printer, node):
        rows = printer.size(result.shape[0])
        rows = f"np::rows({source}, {part.first}, {rows})"
        printer.declare(result.type, printer.new(node, result), rows)
        return
    name = printer.empty(node, result)
    with printer.loops(printer.extents(result.type.shape, name)) as indices:
        printer.line(f"{name}{at(indices)} = {source}{part.text(indices)};")


def _may_stay(printer: FunctionPrinter, node: Node) -> bool:
    """Whether a part may be the elements of its array where they are.

    Nobody writes to either, the caller does not get it, and the array stays anyway.
    """
    array, result = node.operands[0], node.results[-1]
    assert isinstance(array, Value)
    return not (array in printer.moved or array in printer.written or result in printer.kept)


# --- store ----------------------------------------------------------------------------------------


def print_store(printer: FunctionPrinter, node: Node) -> None:
    """`store`: into the array itself where it ends here, else into a copy."""
    value, numbers = node.operands[1], node.operands[2:]
    is_array = isinstance(type_of(value), TensorType)
    if _fills_mask(node):
        print_masked_store(printer, node, "" if is_array else single_value(printer, node, value))
        return
    part = part_of(printer, node, numbers)
    if is_array:
        check_value(printer, node, part)
    single = "" if is_array else single_value(printer, node, value)
    name = print_own(printer, node)
    target = element_text(node.results[0].type)
    with printer.loops(counts(printer, node, part)) as indices:
        text = single or aligned(printer, node, value, indices, target, part)
        printer.line(f"{name}{part.text(indices)} = {text};")


def _fills_mask(node: Node) -> bool:
    """Whether a value without an axis of the chosen elements is stored by one mask."""
    array, value, *numbers = map(type_of, node.operands)
    if node.attributes["key"] != "_" or not is_mask(numbers[0]):
        return False
    return len(shape_of(value)) <= len(shape_of(array)) - len(shape_of(numbers[0]))
