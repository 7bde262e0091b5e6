"""Calls of Python functions whose arguments are all known while building: they stay calls."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping
from types import CellType, CodeType, FunctionType
from typing import Any

import numpy as np

from dslc.ir.types import CLASSES, INT, NumberType, Type

from .binding import Argument
from .kinds import UNKNOWN, Built, Kind, opened, type_of_kind
from .texts import built_value, text_of

_SAFE = (
    abs,
    all,
    any,
    bool,
    complex,
    dict,
    divmod,
    enumerate,
    float,
    frozenset,
    int,
    isinstance,
    len,
    list,
    max,
    min,
    range,
    reversed,
    round,
    set,
    sorted,
    str,
    sum,
    tuple,
    zip,
)
"""Functions without effects, which may be called to learn a build-time value."""


def call_while_building(
    callee: Built,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    *,
    is_safe: bool = False,
) -> Built:
    """A call that stays Python in the emitted text.

    `is_safe` says that it may be made here, to learn the value.
    """
    texts = [text_of(a.kind) for a in arguments]
    texts += [f"{name}={text_of(a.kind)}" for name, a in keywords.items()]
    text = f"{callee.text}({', '.join(texts)})"
    if len(texts) == 1 and _is_generator(texts[0]):
        text = f"{callee.text}{texts[0]}"
    values = [built_value(a.kind) for a in (*arguments, *keywords.values())]
    safe = is_safe or _is_safe(callee.value)
    if not safe or any(value is UNKNOWN for value in values):
        return Built(text, type=_result_type(callee.value, [a.kind for a in arguments]))
    named = dict(zip(keywords, values[len(arguments) :], strict=True))
    try:
        return Built(text, callee.value(*values[: len(arguments)], **named))
    except Exception:  # noqa: BLE001 - it will raise when the graph is built, with the user's line
        return Built(text)


def _is_generator(text: str) -> bool:
    """Whether a text is a generator expression in parentheses."""
    return text.startswith("(") and isinstance(ast.parse(text, mode="eval").body, ast.GeneratorExp)


def _is_safe(function: Any) -> bool:
    """Whether a function may be called to learn a build-time value."""
    if isinstance(function, type) and issubclass(function, np.generic):
        return True
    of_math = getattr(math, getattr(function, "__name__", ""), None) is function
    known = of_math or any(function is safe for safe in _SAFE)
    return known or isinstance(function, np.ufunc | FunctionType)


def _result_type(function: Any, kinds: list[Kind]) -> Type | None:
    """The type of what a builtin gives for build-time numbers whose values are not known."""
    if function is len:
        return INT
    for kind, cls in CLASSES.items():
        if function is cls:
            return NumberType(kind)
    types = {opened(type_of_kind(kind)) for kind in kinds}
    same = function in (abs, min, max) and len(types) == 1
    return types.pop() if same else None


def is_of(path: str, function: Any) -> bool:
    """Whether a function stands in the module at this path."""
    return isinstance(function, FunctionType) and function.__code__.co_filename == path


def prints(path: str, function: Any) -> bool:
    """Whether a function of the module may call `print`, itself or in another one there."""
    return _prints(path, function, set())


def _prints(path: str, function: Any, seen: set[FunctionType]) -> bool:
    if not is_of(path, function) or function in seen:
        return False
    seen.add(function)
    names, space = list(code_names(function.__code__)), function.__globals__
    around = [cell.cell_contents for cell in function.__closure__ or () if cell != CellType()]
    called = [*(space.get(n) for n in names), *around]
    return "print" in names or any(_prints(path, each, seen) for each in called)


def code_names(code: CodeType) -> Iterator[str]:
    """The globals and attributes that code reads, functions inside it included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_names(constant)
