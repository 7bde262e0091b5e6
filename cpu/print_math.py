"""Functions of Python's `math`, computed as CPython does: most are the C library's.

A result that is a number is CPython's. Python is asked where it is none, for it may raise there.
"""

from __future__ import annotations

import math

from dslc.ir.cxx.lines import operand_text
from dslc.ir.cxx.print_types import element_text
from dslc.ir.graph import Node, Operand, type_of
from dslc.ir.ops.python_math import NEVER_RAISE
from dslc.ir.types import default_dtype

from .print_checks import handed, print_asked
from .print_elements import converted
from .print_function import FunctionPrinter

_LIBRARY = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp",
    "exp2", "expm1", "log", "log10", "log1p", "log2", "sin", "sinh", "tan", "tanh",
)  # fmt: skip
"""Those that CPython calls by the same name, for every operand that has a result."""

_FLOATS = {
    **{name: f"libm::{name}({{}})" for name in _LIBRARY},
    "atan2": "libm::atan2({}, {})",
    "copysign": "__builtin_copysign({}, {})",
    "degrees": f"{{}} * {180.0 / math.pi!r}",
    "fabs": "__builtin_fabs({})",
    "fmod": "libm::fmod({}, {})",
    "radians": f"{{}} * {math.pi / 180.0!r}",
    "sqrt": "__builtin_sqrt({})",
}
"""Floats of floats."""

_WHOLE = {"ceil": "__builtin_ceil({})", "floor": "__builtin_floor({})", "trunc": "{}"}
"""Integers of a float."""

_TESTS = {
    "isfinite": "__builtin_isfinite({})",
    "isinf": "__builtin_isinf({})",
    "isnan": "__builtin_isnan({})",
}
"""Truths of a float."""


def print_math(printer: FunctionPrinter, node: Node) -> None:
    """`math`."""
    name: str = node.attributes["function"]
    operands = [_float(printer, node, operand) for operand in node.operands]
    if name in _FLOATS and _FLOATS[name].count("{}") == len(operands):
        _print_float(printer, node, _FLOATS[name].format(*operands), operands)
    elif name in _WHOLE and default_dtype(type_of(node.operands[0])).kind == "f":
        _print_whole(printer, node, _WHOLE[name].format(*operands))
    elif name in _TESTS:
        printer.define(node, _TESTS[name].format(*operands))
    else:
        print_asked(printer, node)


def _float(printer: FunctionPrinter, node: Node, operand: Operand) -> str:
    text = printer.element(operand, node)
    return operand_text(converted(text, element_text(type_of(operand)), "f64"))


def _print_float(printer: FunctionPrinter, node: Node, text: str, operands: list[str]) -> None:
    if node.attributes["function"] in NEVER_RAISE and len(operands) == 1:
        printer.define(node, text)
        return
    name = printer.new(node, node.results[0])
    printer.line(f"f64 {name} = {text};")
    looked_at = [name] if len(operands) == 1 else [*operands, name]
    _ask_unless(printer, node, f"libm::are_finite({', '.join(looked_at)})", name)


def _print_whole(printer: FunctionPrinter, node: Node, text: str) -> None:
    name = printer.new(node, node.results[0])
    printer.line(f"i64 {name} = 0;")
    _ask_unless(printer, node, f"libm::fits({text}, {name})", name)


def _ask_unless(printer: FunctionPrinter, node: Node, test: str, name: str) -> None:
    with printer.block(f"if (!{test})"):
        printer.line(f"ASK(into({name}), {handed(printer, node)});")
