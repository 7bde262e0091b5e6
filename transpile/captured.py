"""Which values outside of a function its graphs must be built anew for when they change."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import Enum
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME

_KNOWN = {*sys.stdlib_module_names, "numpy", "dslc"}


def keeps_state(value: Any, name: str = "") -> bool:
    """Whether a value, under this name, is data or holds some.

    Not modules and functions; a class where it is called otherwise, as in `DTYPE = np.float32`.
    """
    if value is None or isinstance(value, _DATA):
        return True
    if isinstance(value, type):
        last = name.rpartition(".")[2]
        ours = last in BY_NAME and BY_NAME[last].type is value
        return bool(name) and value.__name__ != last and not ours
    return not isinstance(value, _CODE) and not is_known(type(value))


_DATA = (
    bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset, range, slice,
    np.generic, np.dtype, SimpleNamespace,
)  # fmt: skip
_CODE = (BuiltinFunctionType, FunctionType, MethodType, ModuleType, np.ufunc)


def is_known(value: Any) -> bool:
    """Whether a module or class is one of Python's, NumPy's or `dslc`'s, which nobody changes."""
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return str(name).partition(".")[0] in _KNOWN


def reads_state(owner: Any, value: Any, path: str) -> bool:
    """Whether an attribute of a module, class or object, read by this path, is data."""
    if isinstance(owner, type) and issubclass(owner, Enum):
        return False
    known = is_known(owner) if isinstance(owner, ModuleType | type) else False
    return not known and keeps_state(value, path)


def compared(captures: Mapping[str, Any]) -> list[str]:
    """The captured values that are compared at each call; an object with all that it holds."""

    def is_part(name: str) -> bool:
        *owners, _ = name.split(".")
        return any(".".join(owners[: n + 1]) in captures for n in range(len(owners)))

    return [name for name in captures if not is_part(name)]


def notes(captures: Mapping[str, Any]) -> list[str]:
    """What a header says of captured values; of an object the attributes that are read."""
    parts = [name.rpartition(".")[0] for name in captures]
    return [f"# capture {_shown(n, each)}" for n, each in captures.items() if n not in parts]


def _shown(name: str, value: Any) -> str:
    """A captured value; its text is the same on every machine."""
    if isinstance(value, set | frozenset):
        return f"{name} = {{{', '.join(sorted(map(repr, value)))}}}"
    if isinstance(value, type):
        return f"{name} = {value.__name__}"
    return f"{name} = {value!r}" if _is_plain(value) else f"{name}: {type(value).__name__}"


def _is_plain(value: Any) -> bool:
    """Whether the text of a value says all of it, without an address or an order of sets."""
    if isinstance(value, tuple | list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    if isinstance(value, set | frozenset):
        return False
    state = vars(value).values() if hasattr(value, "__dataclass_fields__") else ()
    return value is None or isinstance(value, _DATA) or (bool(state) and all(map(_is_plain, state)))
