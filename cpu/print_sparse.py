"""Products with sparse matrices: calls of the templates in `rt/sparse.h`."""

from __future__ import annotations

from dslc.ir.graph import Node

from .print_function import FunctionPrinter


def print_csr_matmul(printer: FunctionPrinter, node: Node) -> None:
    """`csr_matmul`: a sum for each row, which threads share."""
    _print(printer, node, "csr_matmul")


def print_coo_matmul(printer: FunctionPrinter, node: Node) -> None:
    """`coo_matmul`: every entry adds to a row of the result."""
    _print(printer, node, "coo_matmul")


def _print(printer: FunctionPrinter, node: Node, function: str) -> None:
    operands = [printer.operand(operand, node) for operand in node.operands]
    name = printer.empty(node, node.results[0])
    call = f"np::{function}({', '.join([*operands, name])})"
    printer.line(f"{printer.checked(call, node)};")
