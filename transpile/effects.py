"""What calls that stay Python may do besides giving a value.

Such a call runs once, while the graph is built; in plain Python it runs at every call and every
trip. So one that changes something, or shows something, is refused.
"""

from __future__ import annotations

import builtins
import dis
import io
import sys
from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from dslc.captured_arrays import holds_arrays

from . import fence
from .captured import is_function, keeps_state
from .captured_arrays import refuse_reading
from .changing import CHANGING
from .frame import Frame
from .global_texts import path_of
from .kinds import Built, Kind, Poison, Sequence, Table
from .other_modules import is_foreign, prefix_of
from .python_calls import code_names, is_of
from .refused_builtins import OUTSIDE, advice
from .tree import Call
from .unknown_calls import is_cached

_ACTING = {
    builtins.next: "taking an item of an iterator",
    builtins.setattr: "assigning to an attribute",
    builtins.delattr: "assigning to an attribute",
    builtins.exec: "`exec`",
    builtins.eval: "`eval`",
    builtins.globals: "`globals`",
    builtins.locals: "`locals`",
    builtins.vars: "`vars`",
    builtins.open: "`open`",
    builtins.print: "`print` in an expression",
}
"""Builtins that change something, or give what may be changed."""

_STORES = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR")
_SHOWING = ("_warnings", "logging", "warnings")
"""Modules whose functions and objects show something."""

_BUILT_IN = ("builtins", "dslc", "numpy")
_KNOWN = {*sys.stdlib_module_names, "numpy", "dslc"}
_OPEN = (list, dict, set, bytearray, np.ndarray, Iterator)


def refuse_effect(frame: Frame, callee: Built, arguments: list[Kind], e: Call) -> Poison | None:
    """Refuse a call that changes or shows something; None where it is not known to."""
    function, span = callee.value, e.function.span
    construct, help_ = _of_builtin(function), advice(function)
    if construct is None and (_shows(function) or _shows(getattr(function, "__self__", None))):
        construct, help_ = f"calling `{callee.text}`, which shows something,", OUTSIDE
    if construct is None:
        open_to = any(isinstance(kind, Table) or _is_open(kind) for kind in arguments)
        changed = changes(function, open_to)
        construct = changed and f"calling `{callee.text}`, which changes {changed},"
        help_ = OUTSIDE
    return None if not construct else fence.refuse(frame, construct, span, help=help_)


def _is_open(kind: Kind) -> bool:
    """Whether a function may change a build value that is passed to it."""
    if isinstance(kind, Sequence):
        return kind.is_list
    return isinstance(kind, Built) and isinstance(kind.value, _OPEN)


def _of_builtin(function: Any) -> str | None:
    if isinstance(function, FunctionType | MethodType | type):
        return None
    for acting, construct in _ACTING.items():
        if function is acting:
            return construct
    owner = getattr(function, "__self__", None)
    if isinstance(owner, ModuleType | type | None):
        return None
    name = getattr(function, "__name__", "")
    if (name in CHANGING and isinstance(owner, _OPEN)) or hasattr(type(owner), "__next__"):
        return f"changing a {type(owner).__name__} in place"
    return None


def changes(function: Any, open_to: bool = False) -> str | None:
    """What a function in Python changes outside of it, as far as its code tells.

    `open_to` says that an argument is a list, a dict or the like.
    """
    return next(_changes(function, open_to, set()), None)


def _changes(function: Any, open_to: bool, seen: set[FunctionType]) -> Iterator[str]:
    if isinstance(function, MethodType):
        function = function.__func__
    if is_cached(function):
        function = function.__wrapped__
    if not isinstance(function, FunctionType) or function in seen:
        return
    seen.add(function)
    if (function.__module__ or "").partition(".")[0] in _KNOWN:
        return
    codes = list(_codes(function.__code__))
    stored = [i for code in codes for i in dis.get_instructions(code) if i.opname in _STORES]
    yield from (f"`{i.argval}`" for i in stored)
    names = set(code_names(function.__code__))
    read = dict(_read(function, names))
    items = any("_SUBSCR" in i.opname and i.opname.startswith(("STORE", "DELETE"))
                for code in codes for i in dis.get_instructions(code))  # fmt: skip
    if items or names & set(CHANGING):
        yield from (f"`{name}`" for name, value in read.items() if isinstance(value, _OPEN))
        if open_to:
            yield "its argument"
    read |= dict(_owned(read, names))
    for name, value in read.items():
        if any(value is acting for acting in _ACTING) or _shows(value):
            yield f"something with `{name}`"
        yield from _changes(value, open_to, seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Code and that of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _read(function: FunctionType, names: set[str]) -> Iterator[tuple[str, Any]]:
    """The globals, builtins and variables of functions around that a function reads."""
    for name in sorted(names):
        if name in function.__globals__:
            yield name, function.__globals__[name]
        elif hasattr(builtins, name):
            yield name, getattr(builtins, name)
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    yield from ((name, cell.cell_contents) for name, cell in cells)


def _owned(read: Mapping[str, Any], names: set[str]) -> Iterator[tuple[str, Any]]:
    """What those names mean in modules and objects that are read, as `sys.stdout`."""
    for owner, value in read.items():
        space = value if isinstance(value, ModuleType) else type(value)
        if isinstance(value, ModuleType) or space.__module__.partition(".")[0] not in _BUILT_IN:
            found = [name for name in sorted(names) if hasattr(space, name)]
            yield from ((f"{owner}.{name}", getattr(space, name)) for name in found)


def _shows(value: Any) -> bool:
    """Whether it is a file, a logger, or a function that warns."""
    if isinstance(value, io.IOBase):
        return True
    owner = value if isinstance(value, FunctionType | BuiltinFunctionType) else type(value)
    return owner.__module__ in _SHOWING


def capture_of_call(frame: Frame, callee: Built, e: Call) -> Poison | None:
    """Note the globals whose values are in what a function of the module gives.

    An array is refused: the graph would keep what it held while it was built.
    """
    owner = getattr(callee.value, "__self__", None)
    if not isinstance(owner, ModuleType) and holds_arrays(owner):
        return refuse_reading(frame, f"calling `{callee.text}`", e.function.span)
    return _captured(frame, callee, e, set())


def reads_arrays(function: Any) -> bool:
    """Whether a plain function, or one that it calls, reads an array of its module."""
    return _reads_arrays(function, set())


def _reads_arrays(function: Any, seen: set[FunctionType]) -> bool:
    if not isinstance(function, FunctionType) or is_foreign(function) or function in seen:
        return False
    seen.add(function)
    read = _read(function, set(code_names(function.__code__)))
    return any(isinstance(v, np.ndarray) or _reads_arrays(v, seen) for _, v in read)


def refuse_arrays(frame: Frame, callee: Built, arguments: list[Kind], e: Call) -> Poison | None:
    """Refuse a call that stays Python on an object of the module with arrays in it."""
    held = (kind.value for kind in arguments if isinstance(kind, Built) and kind.known)
    if callee.value in _LOOKING or not any(map(holds_arrays, held)):
        return None
    return refuse_reading(frame, f"calling `{callee.text}` with it", e.function.span)


_LOOKING = (callable, hasattr, id, isinstance, len, type)
"""Builtins that read no array in their arguments."""


def _captured(frame: Frame, callee: Built, e: Call, seen: set[FunctionType]) -> Poison | None:
    function = callee.value
    if not isinstance(function, FunctionType) or is_foreign(function) or function in seen:
        return None
    own = is_of(frame.session.module.path, function)
    prefix = frame.session.prefix if own else prefix_of(frame, function)
    here = function.__globals__
    seen.add(function)
    for name, value in _read(function, set(code_names(function.__code__))):
        if here.get(name) is not value:
            continue
        if isinstance(value, np.ndarray):
            return frame.refuse(
                "captured-array", f"`{function.__name__}` reads `{name}`, an array of the module",
                e.function.span, help="pass it as a parameter",
            )  # fmt: skip
        if keeps_state(value, name) or is_function(value):
            if prefix is None:
                return fence.refuse(
                    frame, f"calling `{function.__name__}`, which reads `{name}` of a module that "
                    "has no name here,", e.function.span, help="import that module",
                )  # fmt: skip
            frame.captures[path_of(prefix + name)] = value
        refused = _captured(frame, Built(name, value), e, seen)
        if refused is not None:
            return refused
    return None
