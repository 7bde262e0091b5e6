"""Nodes that only look: `check`, `require`, `as_dim`, `print`."""

from __future__ import annotations

from dslc.ir.broken import origin_notes
from dslc.ir.comparison import Relation
from dslc.ir.cxx.lines import negated
from dslc.ir.cxx.print_types import element_text, literal_text
from dslc.ir.graph import Node, type_of
from dslc.ir.requires import required
from dslc.ir.templates import plain_text

from .print_function import FunctionPrinter


def print_check(printer: FunctionPrinter, node: Node) -> None:
    """`check`: an `assert`. Where values are in its text, Python raises; see `handed`."""
    truth = printer.truth(node.operands[0], node)
    message = node.attributes["message"]
    if len(node.operands) > 1:
        with printer.block(f"if ({negated(truth)})"):
            print_output(printer, node)
    else:
        text = None if message is None else plain_text(message)
        point = printer.point(node, text, node.attributes["error"])
        printer.fail_if(negated(truth), "{Kind::check}", point)
    printer.bind(node.results[0], "true")
    printer.shared.add(node.results[0])  # not a variable that a loop could go on with


def print_require(printer: FunctionPrinter, node: Node) -> None:
    """`require`: what a statement relies on of two sizes."""
    comparison = required(node)
    left, right = (printer.operand(operand, node) for operand in node.operands)
    notes = origin_notes(comparison, printer.graph)
    point = printer.point(node, comparison=comparison, notes=notes)
    printer.fail_if(
        f"{left} {_OPPOSITE[comparison.relation]} {right}",
        f"{{Kind::shape_assumption, {{{left}, {right}}}}}",
        point,
    )


_OPPOSITE: dict[Relation, str] = {"==": "!=", "!=": "==", "<": ">=", "<=": ">"}


def print_as_dim(printer: FunctionPrinter, node: Node) -> None:
    """`as_dim`: an integer that sizes something."""
    operand, low = node.operands[0], node.attributes["low"]
    text = printer.element(operand, node)
    source = element_text(type_of(operand))
    if source == "u64":
        text = printer.checked(f"py::integer({text})", node)
    elif source != "i64":
        text = f"i64({text})"
    least = "py::no_least" if low is None else literal_text(low, "i64")
    printer.define(node, printer.checked(f"py::size({text}, {least})", node))


def print_output(printer: FunctionPrinter, node: Node) -> None:
    """`print`, or a check that fails: Python runs the node on the values; see `handed`."""
    printer.line(f"PRINT({_handed(printer, node)});")


def print_math(printer: FunctionPrinter, node: Node) -> None:
    """`math`: Python computes the values, and raises what it raises; see `handed`."""
    names = [printer.new(node, result) for result in node.results]
    for name, result in zip(names, node.results, strict=True):
        printer.line(f"{element_text(result.type)} {name};")
    many = "" if len(names) == 1 else f"_{len(names)}"
    printer.line(f"ASK{many}({', '.join(names)}, {_handed(printer, node)});")


def _handed(printer: FunctionPrinter, node: Node) -> str:
    """The number of a node that Python runs, and the values it gets."""
    number = len(printer.points.handed)
    printer.points.handed.append(node)
    values = [printer.operand(operand, node) for operand in node.operands]
    return ", ".join([str(number), *values])
