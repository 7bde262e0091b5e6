"""Variables of functions around it that a function of the module keeps: a decorated one, say.

    def scaled(by):                          scaled_step(g, v): ...
        def scale(v):
            return v * by                    `by` is 2 in its text
        return scale
    double = scaled(2)

Such a variable holds one value for good where only the function around it binds it, which has
returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

import numpy as np

from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction
from dslc.ir.op import Op

from .binding import is_literal
from .captured import is_known
from .frame import Frame
from .kinds import Built, Kind
from .tree import Call, Module

_CONSTANT = (
    BuiltinFunctionType, CompiledFunction, FunctionType, GraphFunction, Op, complex, float, type,
    np.dtype, np.generic, np.ufunc,
)  # fmt: skip


def kept_variables(frame: Frame, module: Module, callee: Built, e: Call) -> dict[str, Kind] | None:
    """What a function of a module keeps, by name; reports what it cannot have."""
    function = callee.value
    kept: dict[str, Kind] = {}
    for number, name in enumerate(function.__code__.co_freevars):
        if name == "__class__":
            continue
        kind = _kept(frame, callee, number)
        if kind is None or _may_change(module, function.__code__, name):
            frame.refuse(
                "unknown-function",
                f"`{callee.text}` closes over `{name}`, which is no number, text or function that "
                "it has for good",
                e.function.span,
                help="pass it as an argument",
            )
            return None
        kept[name] = kind
    return kept


def root_of(kind: Kind) -> str:
    """The name of the module that the text of a kept variable begins with; "" for a literal."""
    if not isinstance(kind, Built) or is_literal(kind.value):
        return ""
    return re.split(r"\W", kind.text, maxsplit=1)[0]


def read_in(kept: Iterable[str], lines: Iterable[str]) -> tuple[str, ...]:
    """Which of these names the lines of a text read; those of the source in it do not count."""
    found = {w for line in lines if ".at(" not in line for w in re.findall(r"\w+", line)}
    return tuple(name for name in kept if name in found)


def _may_change(module: Module, code: CodeType, name: str) -> bool:
    """Whether the function around, or one beside, may still bind a variable."""
    *around, _ = code.co_qualname.split(".<locals>.")
    outer = [".<locals>.".join(around[: n + 1]) for n in range(len(around))]
    return any(
        name in each.nonlocals
        for each in module.functions
        if each.qualified_name.split(".<locals>.")[0] == around[0]
    ) or any(each.is_generator for each in module.functions if each.qualified_name in outer)


def _kept(frame: Frame, callee: Built, number: int) -> Built | None:
    """The kind of a variable, with the text that gives it wherever it stands in the module."""
    try:
        value = callee.value.__closure__[number].cell_contents
    except ValueError:  # nothing is bound to it
        return None
    if is_literal(value):
        return Built(repr(value), value)
    if not _is_constant(value):
        return None
    known = _in_known_module(frame, value) if is_known(value) else None
    path = known or _path(frame, callee)
    if path is None:
        return None
    return Built(known or f"{path}.__closure__[{number}].cell_contents", value)


def _is_constant(value: Any) -> bool:
    """Whether nobody changes a value, or a tuple of such."""
    if isinstance(value, tuple):
        return all(is_literal(each) or _is_constant(each) for each in value)
    return isinstance(value, _CONSTANT)


def _in_known_module(frame: Frame, value: Any) -> str | None:
    """`np.tanh`, by the name that the module has for NumPy."""
    own = getattr(value, "__name__", "")
    for name, module in frame.session.root.items():
        if is_known(module) and getattr(module, own, None) is value:
            return f"{name}.{own}"
    return None


def _path(frame: Frame, callee: Built) -> str | None:
    """What gives a function in the text of the module, from one of its globals."""
    root = frame.session.root
    first = callee.text.partition(".")[0].partition("[")[0]
    if first in root and first not in frame.environment and first not in frame.order:
        return callee.text
    return next((name for name, value in root.items() if value is callee.value), None)
