"""Nodes that only look: `check`, `require`, `as_dim`, `print`."""

from __future__ import annotations

from collections.abc import Sequence

from dslc.ir.broken import origin_notes
from dslc.ir.comparison import Relation
from dslc.ir.cxx.lines import negated
from dslc.ir.cxx.print_types import element_text, literal_text
from dslc.ir.graph import Node, Value, type_of
from dslc.ir.requires import required
from dslc.ir.structure import hidden_results, shown_results
from dslc.ir.templates import plain_text
from dslc.ir.types import TensorType, shape_of

from .handed import sizes_of
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
    printer.line(f"PRINT({handed(printer, node)});")


def print_asked(printer: FunctionPrinter, node: Node) -> None:
    """What Python computes, as NumPy's library does, and raises what it raises; see `handed`."""
    open_sizes = hidden_results(node)
    shown = shown_results(node)
    names = [_declared(printer, node, result, open_sizes) for result in shown]
    printer.line(f"ASK(into({', '.join(names)}), {handed(printer, node)});")
    for size in open_sizes:
        places = (
            f"{name}.shape[{axis}]"
            for name, result in zip(names, shown, strict=True)
            for axis, each in enumerate(shape_of(result.type))
            if each is size.dim
        )
        printer.define_size(node, size, next(places))


def _declared(
    printer: FunctionPrinter, node: Node, result: Value, open_sizes: Sequence[Value]
) -> str:
    """The variable of a result; an array of an open size has no elements yet."""
    type_ = result.type
    if not isinstance(type_, TensorType):
        name = printer.new(node, result)
        printer.line(f"{element_text(type_)} {name};")
        return name
    if all(size.dim not in type_.shape for size in open_sizes):
        return printer.empty(node, result, novel=True)
    name = printer.new(node, result)
    printer.declare(type_, name)
    return name


def handed(printer: FunctionPrinter, node: Node) -> str:
    """The number of a node that Python runs, and the values it gets: operands, then its sizes."""
    number = len(printer.points.handed)
    printer.points.handed.append(node)
    values = [printer.operand(operand, node) for operand in node.operands]
    sizes = [printer.symbols[name] for name in sizes_of(node)]
    return ", ".join([str(number), *values, *sizes])
