"""Variables that carry values through branches and loops, and assigning them all at once."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dslc.ir.cxx.print_types import type_text
from dslc.ir.graph import Node, Operand, Region, Value
from dslc.ir.types import TensorType, Type

from .print_function import FunctionPrinter, is_unset

_WORD = re.compile(r"\w+")


def carry(
    printer: FunctionPrinter, node: Node, operands: Sequence[Operand], parameters: Sequence[Value]
) -> list[str]:
    """A variable for each carried value: its operand's own where that ends here, else a new one."""
    pairs = zip(operands, parameters, strict=True)
    return [_carried(printer, node, operand, parameter) for operand, parameter in pairs]


def _carried(printer: FunctionPrinter, node: Node, operand: Operand, parameter: Value) -> str:
    if is_unset(parameter):
        return ""
    if isinstance(operand, Value) and is_reusable(printer, node, operand, parameter.type):
        return printer.names[operand]
    variable = printer.variables.new(parameter.hint or node.op.name)
    if is_unset(operand):
        printer.line(f"{declaration(parameter.type, variable)};")
    else:
        start = printer.taken(operand, node, type_text(parameter.type))
        if isinstance(parameter.type, TensorType):
            printer.line(f"{type_text(parameter.type)} {variable} = {start};")
        else:
            printer.define_once(type_text(parameter.type), variable, start)
    return variable


def is_reusable(printer: FunctionPrinter, node: Node, operand: Value, type_: Type) -> bool:
    """Whether an operand's variable, which nothing else reads, may go on with this type."""
    once = sum(o is operand for o in node.operands) == 1
    read_as_size = operand.dim is not None
    if is_unset(operand) or read_as_size or not once:
        return False
    return printer.owns(operand) and type_text(operand.type) == type_text(type_)


def declaration(type_: Type, name: str) -> str:
    """A variable that is set later; a number starts at 0, so that copying it unset is no fault."""
    return f"{type_text(type_)} {name}{'' if isinstance(type_, TensorType) else ' = 0'}"


def result_variable(printer: FunctionPrinter, node: Node, result: Value) -> str:
    """A new variable for a result that is set later."""
    if is_unset(result):
        return ""
    name = printer.new(node, result)
    if isinstance(result.type, TensorType):
        printer.declare(result.type, name)
    else:
        printer.line(f"{declaration(result.type, name)};")
    return name


def leave(
    printer: FunctionPrinter,
    node: Node,
    region: Region,
    results: Sequence[Operand],
    targets: Sequence[str],
) -> None:
    """At the end of a region, give its results to the variables that carry them, all at once."""
    printer.moved = printer.schedules[region].moved
    pending = []
    for operand, target in zip(results, targets, strict=True):
        if target and not is_unset(operand):
            text = _left(printer, node, operand, results)
            if text not in (target, f"move({target})"):
                pending.append((target, text))
    _assign(printer, pending)


def _left(
    printer: FunctionPrinter, node: Node, operand: Operand, results: Sequence[Operand]
) -> str:
    if isinstance(operand, Value) and printer.ends(operand, results):
        return f"move({printer.names[operand]})"
    return printer.operand(operand, node)


def _assign(printer: FunctionPrinter, pending: list[tuple[str, str]]) -> None:
    """Assign (target, text), none before the others have read what it overwrites."""
    while pending:
        free = next((p for p in pending if not _is_read(p[0], pending, besides=p)), None)
        if free is not None:
            printer.assign(*free)
            pending.remove(free)
            continue
        target, text = pending[0]
        saved = printer.variables.new(f"next_{target}")
        printer.line(f"auto {saved} = {text};")
        pending[0] = target, f"move({saved})"


def _is_read(name: str, pending: Sequence[tuple[str, str]], besides: tuple[str, str]) -> bool:
    texts = (text for target, text in pending if (target, text) != besides)
    return any(name in _WORD.findall(text) for text in texts)
