"""Symbolic sizes: `n`, `2*n + 1`, `(n + 1)//2`, `min(n, 4)`.

A size is an `int` or a `Dim`; whatever is constant is an `int`. This is the module to import from.
"""

from __future__ import annotations

import ast
import keyword
import math
import unicodedata
from collections.abc import Mapping
from typing import Any

from .diagnostics import CompilerBug, Diagnostic, DslError
from .facts import DimMismatch, Facts
from .polynomial import (
    COMPUTE,
    Dim,
    Size,
    Symbol,
    bounds_of,
    dim_max,
    dim_min,
    exact_div,
    operations_in,
    substitute,
    symbol,
    terms_of,
)

__all__ = [
    "Dim",
    "DimMismatch",
    "Facts",
    "Size",
    "dim_max",
    "dim_min",
    "dims",
    "evaluate",
    "exact_div",
    "interval",
    "parse",
    "substitute",
    "symbol",
    "symbols",
]


def dims(names: str) -> Any:
    """The dims of one or several names, for annotations: `n = dims("n")`, `n, m = dims("n m")`.

    One name gives a `Dim`, several give a tuple of them. Raises DslError where a name is no identifier.
    """
    found = tuple(symbol(_checked_name(name)) for name in names.split())
    if not found:
        raise _unknown_annotation("`dims` needs at least one name")
    return found[0] if len(found) == 1 else found


def _checked_name(name: str) -> str:
    name = unicodedata.normalize("NFKC", name)  # As Python does with identifiers.
    if not name.isidentifier() or keyword.iskeyword(name):
        raise _unknown_annotation(f"a dim cannot be named `{name}`")
    return name


def symbols(size: Size) -> tuple[str, ...]:
    """The names of the symbols in a size, sorted."""
    return () if isinstance(size, int) else tuple(sorted(size.names))


def interval(size: Size) -> tuple[int | None, int | None]:
    """The least and the greatest value that a size can have; None where there is no known bound."""
    low, high = bounds_of(size)
    return None if math.isinf(low) else int(low), None if math.isinf(high) else int(high)


# --- values -----------------------------------------------------------------------------------


def evaluate(size: Size, sizes: Mapping[str, int]) -> int:
    """The number that a size is where its symbols are `sizes`; raises ZeroDivisionError as Python does."""
    if isinstance(size, int):
        return size
    missing = size.names.difference(sizes)
    if missing:
        raise CompilerBug(f"no value for the dims {', '.join(sorted(missing))} of {size}")
    values: dict[object, int] = {}
    for operation in operations_in(size):
        operands = (_sum(operand, sizes, values) for operand in operation.operands)
        values[operation] = COMPUTE[operation.name](*operands)
    return _sum(size, sizes, values)


def _sum(size: Size, sizes: Mapping[str, int], values: Mapping[object, int]) -> int:
    return sum(
        number * math.prod(sizes[atom.name] if isinstance(atom, Symbol) else values[atom] for atom in monomial)
        for monomial, number in terms_of(size)
    )


# --- parsing ----------------------------------------------------------------------------------


def parse(text: str) -> Size:
    """The size that an annotation such as `"2*S + 1"` means; a name is a symbol of a shape.

    Takes names, integers, `+ - * // %`, parentheses, `min` and `max`; raises DslError for anything else.
    """
    try:
        return _size_of(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        raise _unknown_annotation(f"`{text}` is no size") from None


def _size_of(node: ast.expr) -> Size:
    match node:
        case ast.Name(name):
            return symbol(name)
        case ast.Constant(int(number)) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(ast.USub(), operand):
            return -_size_of(operand)
        case ast.BinOp(left, operation, right):
            return _applied(operation, _size_of(left), _size_of(right))
        case ast.Call(ast.Name("min"), [first, *others], []):
            return dim_min(_size_of(first), *map(_size_of, others))
        case ast.Call(ast.Name("max"), [first, *others], []):
            return dim_max(_size_of(first), *map(_size_of, others))
        case _:
            raise ValueError(f"{type(node).__name__} has no size")


def _applied(operation: ast.operator, left: Size, right: Size) -> Size:
    match operation:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.FloorDiv():
            return left // right
        case ast.Mod():
            return left % right
        case _:
            raise ValueError(f"{type(operation).__name__} has no size")


def _unknown_annotation(message: str) -> DslError:
    return DslError(
        Diagnostic(
            "annotation-unknown",
            message,
            help='write a size with names, integers, `+ - * // %`, `min` and `max`, as in "2*n + 1"',
        )
    )
