"""Random bits and keys."""

from __future__ import annotations

from dslc.ir.cxx.print_types import element_text
from dslc.ir.graph import Node, type_of
from dslc.ir.types import TensorType

from .print_elements import converted
from .print_function import FunctionPrinter


def print_random_bits(printer: FunctionPrinter, node: Node) -> None:
    """`random_bits`."""
    key, result = node.operands[0], node.results[0]
    assert isinstance(result.type, TensorType)
    name = printer.empty(node, result, novel=True)
    stream = node.attributes["stream"]
    printer.line(f"np::random_bits({name}, {printer.operand(key, node)}, {stream});")


def print_random_key(printer: FunctionPrinter, node: Node) -> None:
    """`random_key`, `random_fold_in`: the integer is the last operand."""
    *keys, seed = node.operands
    number = converted(printer.element(seed, node), element_text(type_of(seed)), "u64")
    texts = [*(printer.operand(key, node) for key in keys), number]
    printer.define(node, printer.checked(f"np::{node.op.name}({', '.join(texts)})", node))
