"""Calls that give another value each time: a graph would keep what they gave while it was built."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path, PurePath
from types import FunctionType, ModuleType
from typing import Any

from .frame import Frame
from .kinds import Built, Poison
from .python_calls import code_names
from .refused_builtins import OR_PYTHON, advice
from .tree import Call

_RANDOM = ("numpy.random", "random", "secrets", "uuid")
_WORLD = (
    "_socket", "asyncio", "genericpath", "getpass", "glob", "http", "nt", "os", "platform", "posix",
    "select", "shutil", "socket", "ssl", "subprocess", "tempfile", "time", "urllib.request",
)  # fmt: skip
_OUTSIDE = (builtins.input, builtins.open)
_MOST = 1000
"""Of objects that are looked at for one function."""
_KNOWN = {*sys.stdlib_module_names, "numpy", "dslc"}


def varies(function: Any) -> bool:
    """Whether a function draws random numbers, or reads a clock, files or the world outside.

    A function in Python does if it calls one that does, as far as its names tell.
    """
    return _varies(function, set())


def _varies(value: Any, seen: set[FunctionType]) -> bool:
    owner = getattr(value, "__self__", None)
    if isinstance(owner, type) and issubclass(owner, date):
        return value.__name__ in ("now", "today", "utcnow")
    if any(value is each for each in _OUTSIDE) or _is_of(value, (*_RANDOM, *_WORLD)):
        return True
    if isinstance(owner, Path) and not hasattr(PurePath, getattr(value, "__name__", "")):
        return True
    if not isinstance(value, FunctionType) or value in seen:
        return False
    seen.add(value)
    is_known = (value.__module__ or "").partition(".")[0] in _KNOWN
    return not is_known and any(_varies(each, seen) for each in _named(value))


def _named(function: FunctionType) -> Iterator[Any]:
    """What a function reads: globals, and what its names mean in modules and classes there."""
    names = list(dict.fromkeys(code_names(function.__code__)))
    space = function.__globals__
    found = [space[name] for name in names if name in space]
    for value in found:  # grows meanwhile: `np.random.normal`
        if isinstance(value, ModuleType | type) and len(found) < _MOST:
            found += [getattr(value, name) for name in names if hasattr(value, name)]
        yield value


def refuse_varying(frame: Frame, callee: Built, e: Call) -> Poison:
    """Refuse a function that `varies`."""
    help_ = advice(callee.value) or f"pass the value as an argument, {OR_PYTHON}"
    if _is_of(callee.value, _RANDOM):
        help_ = f"draw with a key, as in `dslc.random.normal(key, shape)`; {help_}"
    return frame.refuse(
        "unknown-function",
        f"`{callee.text}` may give another value at each call, a graph would keep the first",
        e.function.span,
        help=help_,
    )


def _is_of(value: Any, modules: tuple[str, ...]) -> bool:
    """Whether a function, or the object that it is a method of, comes from one of these modules."""
    owner = getattr(value, "__self__", None)
    names = (getattr(value, "__module__", None), type(owner).__module__, type(value).__module__)
    return any(
        isinstance(name, str) and (name == module or name.startswith(f"{module}."))
        for name in names
        for module in modules
    )
