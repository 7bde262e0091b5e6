"""Literals and attributes from their text, as printed by `print_literals`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import CLASSES


def attribute(tree: ast.expr, size_of: Callable[[str], Size]) -> Any:
    """An attribute: a dtype, a class of Python numbers, a tuple, a text, `size(n)`, a number.

    Raises:
        ValueError: it is none of these.
    """
    match tree:
        case ast.Name(name) if name in BY_NAME:
            return BY_NAME[name]
        case ast.Name(name) if name in CLASSES:
            return CLASSES[name]
        case ast.Tuple(items):
            return tuple(attribute(each, size_of) for each in items)
        case ast.Constant(str() | None):
            return tree.value
        case ast.Call(ast.Name("size"), [size]):
            return size_of(ast.unparse(size))
    return number(tree)


def number(tree: ast.expr) -> Any:
    """A number as the text of a graph has it: `2`, `-1.5`, `float("inf")`, `f32(0.5)`."""
    makers: dict[str, Callable[..., Any]] = {"float": float, "complex": complex}
    match tree:
        case ast.Constant(int() | float() | complex() as value):
            return value
        case ast.UnaryOp(ast.USub(), operand):
            return -number(operand)
        case ast.Call(ast.Name("float"), [ast.Constant(str(text))]):
            return float(text)
        case ast.Call(ast.Name(name), operands) if name in makers or name in BY_NAME:
            with np.errstate(all="ignore"):
                return makers.get(name, BY_NAME.get(name, np.dtype(bool)).type)(
                    *map(number, operands)
                )
    raise ValueError(ast.unparse(tree))


def split(text: str) -> list[str]:
    """The parts between the commas that stand in no brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]
