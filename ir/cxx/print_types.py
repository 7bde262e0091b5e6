"""C++ text of types, literals and sizes."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping

import numpy as np

from dslc.ir.bounds import Bounds, multiply_bounds
from dslc.ir.diagnostics import CompilerBug
from dslc.ir.dims import Size, terms_of
from dslc.ir.dtypes import BY_NAME, dtype_name
from dslc.ir.polynomial import Monomial, Polynomial, number_of, operations_in
from dslc.ir.types import NumberType, ScalarType, TensorType, Type

FLOATS = ("f16", "bf16", "f32", "f64")
"""The C++ types of floats."""

COMPLEX = ("c64", "c128")
"""The C++ types of complex numbers."""

_NUMBERS = {"int": "i64", "float": "f64", "complex": "c128", "bool": "bool"}


def dtype_text(dtype: np.dtype) -> str:
    """The C++ type of an element: `f32`."""
    return "bool" if dtype.kind == "b" else dtype_name(dtype)


def element_text(type_: Type) -> str:
    """The C++ type of a number, a scalar, or an array's element."""
    if isinstance(type_, NumberType):
        return _NUMBERS[type_.kind]
    assert isinstance(type_, TensorType | ScalarType)
    return dtype_text(type_.dtype)


def type_text(type_: Type) -> str:
    """The C++ type of a variable: `f32`, `Array<f32, 2>`."""
    if isinstance(type_, TensorType):
        return f"Array<{dtype_text(type_.dtype)}, {type_.rank}>"
    return element_text(type_)


# --- literals -----------------------------------------------------------------------------------


_PARTS = {"c64": "f32", "c128": "f64"}
"""The C++ type of the parts of a complex number."""


def literal_text(value: int | float | complex | bool | np.generic, target: str) -> str:
    """A number as a literal of the C++ type `target`, which it fits."""
    if target == "bool":
        return "true" if value else "false"
    if target in _PARTS:
        parts = (_float_text(float(part), _PARTS[target]) for part in (value.real, value.imag))
        return f"{target}({', '.join(parts)})"
    assert not isinstance(value, complex)
    if target in FLOATS:
        return _float_text(float(value), target)
    return _integer_text(int(value), target)


def _float_text(value: float, target: str) -> str:
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    with np.errstate(over="ignore"):
        rounded = float(BY_NAME[target].type(value))
    if not math.isfinite(rounded):
        return f"{sign}{'nan' if math.isnan(value) else 'infinity'}<{target}>"
    if target == "f64":
        return repr(value)
    text = str(np.float32(rounded))
    text = f"{text}f" if "." in text or "e" in text else f"{text}.0f"
    return text if target == "f32" else f"{target}({text})"


def _integer_text(value: int, target: str) -> str:
    if target == "i64" and value == -(2**63):
        return "(-9223372036854775807LL - 1)"
    if target == "u64" and value >= 2**63:
        return f"{value}ULL"
    suffix = "LL" if abs(value) >= 2**31 else ""
    return f"{value}{suffix}"


# --- sizes --------------------------------------------------------------------------------------


def size_text(size: Size, symbols: Mapping[str, str]) -> str:
    """A size as a C++ expression on the variables of its symbols."""
    if isinstance(size, int):
        return _integer_text(size, "i64")
    if str(size) in symbols:
        return symbols[str(size)]
    return _Plain(symbols).text(ast.parse(str(size), mode="eval").body)


def checked_size_text(size: Size, symbols: Mapping[str, str], point: Callable[[], str]) -> str:
    """The same where it may leave 64 bits or divide by zero: every step is checked."""
    if isinstance(size, int) or is_safe(size):
        return size_text(size, symbols)
    return _Checked(symbols, point()).text(ast.parse(str(size), mode="eval").body)


def is_safe(size: Size) -> bool:
    """Whether no step of computing a size can leave 64 bits or divide by zero."""
    terms = terms_of(size)
    operations = list(operations_in(terms))
    parts = [terms, *(operand for operation in operations for operand in operation.operands)]
    divisors = [o.operands[1] for o in operations if o.name in ("floordiv", "mod")]
    return all(map(number_of, divisors)) and all(map(_fits, parts))


def _fits(terms: Polynomial) -> bool:
    """Whether the sum of the terms stays in 64 bits, in any order."""
    bounds = [_term_bounds(monomial, number) for monomial, number in terms]
    low = sum(min(0, low) for low, _ in bounds)
    high = sum(max(0, high) for _, high in bounds)
    return low >= -(2**63) and high < 2**63


def _term_bounds(monomial: Monomial, number: int) -> Bounds:
    """Bounds of a product and of its factors; a symbol is a number of 64 bits."""
    bounds: Bounds = (number, number)
    for atom in monomial:
        low, high = max(atom.bounds[0], -(2**63)), min(atom.bounds[1], 2**63 - 1)
        if len(monomial) > 1:
            high = max(1, abs(low), abs(high))
            low = -high
        bounds = multiply_bounds(bounds, (low, high))
    return bounds


_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_DIVISIONS = {ast.FloorDiv: "floordiv", ast.Mod: "mod"}


class _Plain:
    """A size's expression, where nothing can go wrong."""

    def __init__(self, symbols: Mapping[str, str]) -> None:
        self.symbols = symbols

    def text(self, tree: ast.expr, *, inner: bool = False) -> str:
        match tree:
            case ast.Name(name):
                return self.symbols[name]
            case ast.Constant(int(value)):
                return _integer_text(value, "i64")
            case ast.UnaryOp(ast.USub(), operand):
                return self.negative(operand)
            case ast.BinOp(left, operation, right):
                text = self.binary(left, operation, right)
                return f"({text})" if inner and isinstance(operation, ast.Add | ast.Sub) else text
            case ast.Call(ast.Name(name), operands):
                return self.nested(name, [self.text(o) for o in operands])
        raise CompilerBug(f"a size cannot be written: {ast.unparse(tree)}")

    def negative(self, operand: ast.expr) -> str:
        return f"-{self.text(operand, inner=True)}"

    def binary(self, left: ast.expr, operation: ast.operator, right: ast.expr) -> str:
        kind = type(operation)
        if kind in _DIVISIONS:
            return f"py::{_DIVISIONS[kind]}({self.text(left)}, {self.text(right)})"
        first = self.text(left, inner=kind is ast.Mult)
        return f"{first} {_SIGNS[kind]} {self.text(right, inner=kind is not ast.Add)}"

    def nested(self, name: str, operands: list[str]) -> str:
        text = operands[0]
        for operand in operands[1:]:
            text = f"py::{name}({text}, {operand})"
        return text


_CHECKED = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
}


class _Checked(_Plain):
    """A size's expression, each step checked."""

    def __init__(self, symbols: Mapping[str, str], point: str) -> None:
        super().__init__(symbols)
        self.point = point

    def negative(self, operand: ast.expr) -> str:
        return f"TRY(py::negative({self.text(operand)}), {self.point})"

    def binary(self, left: ast.expr, operation: ast.operator, right: ast.expr) -> str:
        function = _CHECKED[type(operation)]
        return f"TRY(py::{function}({self.text(left)}, {self.text(right)}), {self.point})"
