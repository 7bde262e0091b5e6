"""Writing to many elements: `add_at` and its like, `copyto`."""

from __future__ import annotations

from dslc.ir.cxx.forms import form_of
from dslc.ir.cxx.lines import at, operand_text
from dslc.ir.cxx.print_types import dtype_text, element_text
from dslc.ir.graph import Node, type_of
from dslc.ir.ops.rules import loop_of
from dslc.ir.ops.scatter import ACCUMULATING, own_type
from dslc.ir.types import ScalarType, TensorType, shape_of

from .parts import part_of
from .print_elements import converted, reader
from .print_function import FunctionPrinter
from .stored import aligned, check_value, counts, print_own


def print_at(printer: FunctionPrinter, node: Node) -> None:
    """`add_at` and its like: one element after the other."""
    array, value = node.operands[:2]
    ufunc = ACCUMULATING[node.op.name]
    types = [type_of(array), own_type(type_of(value))]
    loop = loop_of(ufunc, types)
    form = form_of(ufunc.__name__, types, ScalarType(loop[-1]))
    own, into, target = element_text(types[0]), form.into[0], dtype_text(loop[-1])
    part = part_of(printer, node, node.operands[2:])
    single = ""
    if not isinstance(types[1], TensorType):
        single = converted(printer.element(value, node), element_text(types[1]), into)
    else:
        check_value(printer, node, part)
    name = print_own(printer, node)
    with printer.loops(counts(printer, node, part)) as indices:
        place = f"{name}{part.text(indices)}"
        given = single or aligned(printer, node, value, indices, into, part)
        operands = map(operand_text, (converted(place, own, into), given))
        printer.line(f"{place} = {converted(form.text.format(*operands), target, own)};")


def print_copyto(printer: FunctionPrinter, node: Node) -> None:
    """`copyto`: a value where a mask is true."""
    value, *masks = node.operands[1:]
    target = node.results[0].type
    into = element_text(target)
    single = masked = ""
    if not isinstance(type_of(value), TensorType):
        single = reader(printer, node, value, into)([])
    if masks and not isinstance(type_of(masks[0]), TensorType):
        masked = printer.truth(masks[0], node)
    name = print_own(printer, node)
    with printer.loops(printer.extents(shape_of(target), name)) as indices:
        text = single or aligned(printer, node, value, indices, into)
        test = masked or "".join(aligned(printer, node, mask, indices, "bool") for mask in masks)
        printer.line(f"{f'if ({test}) ' if test else ''}{name}{at(indices)} = {text};")
