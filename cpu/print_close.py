"""Whole arrays compared: `allclose`, `array_equal`."""

from __future__ import annotations

from dslc.ir.cxx.forms import Form, closeness, equality
from dslc.ir.cxx.lines import operand_text
from dslc.ir.dims import Size
from dslc.ir.facts import Facts
from dslc.ir.graph import Node, type_of
from dslc.ir.ops.close import differ_in_shape
from dslc.ir.ops.rules import broadcast
from dslc.ir.types import ScalarType, default_dtype

from .print_elements import reader
from .print_function import FunctionPrinter


def print_allclose(printer: FunctionPrinter, node: Node) -> None:
    """`allclose`: one pair of elements after the other."""
    types = [type_of(operand) for operand in node.operands]
    _print_all(printer, node, broadcast(Facts(), types), closeness(types, node.attributes))


def print_array_equal(printer: FunctionPrinter, node: Node) -> None:
    """`array_equal`: one pair of elements after the other, where the shapes may be equal."""
    types = [type_of(operand) for operand in node.operands]
    if differ_in_shape(Facts(), *types):
        printer.define(node, "false")
        return
    strong = [ScalarType(default_dtype(type_)) for type_ in types]
    form = equality(strong, equal_nan=node.attributes["equal_nan"])
    _print_all(printer, node, broadcast(Facts(), types), form)


def _print_all(printer: FunctionPrinter, node: Node, shape: tuple[Size, ...], form: Form) -> None:
    """Whether a condition holds for all pairs of elements."""
    reads = [
        reader(printer, node, operand, into, shape)
        for operand, into in zip(node.operands, form.into, strict=True)
    ]
    name = printer.started(node, "true")
    with printer.loops([printer.size(size) for size in shape]) as indices:
        condition = form.text.format(*(operand_text(read(indices)) for read in reads))
        printer.line(f"{name} = {name} && {operand_text(condition)};")
