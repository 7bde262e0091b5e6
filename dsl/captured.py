"""Values outside of a function that its graphs were built with: whether they are still the same."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from .static_key import static_key

_MOST = 10_000
"""Values in one captured object that are looked at."""


class ToldByIdentity:
    """What is the same only if it is the same object, whatever it holds."""

    __slots__ = ()


_NUMBERS = (bool, int, float, complex, str, bytes, np.generic, type(None))


@dataclass(frozen=True, eq=False, slots=True)
class _Object:
    """One object, whatever it holds; it is kept, so that no other one can take its place."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Object) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def captured_key(value: Any) -> Hashable:
    """A key of all that a value holds: it changes where an attribute or an item of it does."""
    return _Keys(static_key).of(value)


def captured_form(value: Any) -> Hashable:
    """The same, with the types of numbers and texts in place of them.

    The emitted text relies on it: on how many items there are, and on what kind each is.
    """
    return _Keys(type).of(value)


class _Keys:
    def __init__(self, leaf: Any) -> None:
        self._leaf = leaf
        self._seen: dict[int, int] = {}

    def of(self, value: Any) -> Hashable:
        if isinstance(value, _NUMBERS) and not isinstance(value, Enum):
            return self._leaf(value)  # type: ignore[no-any-return]
        if id(value) in self._seen:
            return "again", self._seen[id(value)]
        if len(self._seen) >= _MOST or isinstance(value, _ALONE):
            return _Object(value)
        self._seen[id(value)] = len(self._seen)
        return self._of_whole(value)

    def _of_whole(self, value: Any) -> Hashable:
        """The key of what holds others."""
        cls = type(value)
        if isinstance(value, tuple | list):
            return cls, tuple(map(self.of, value))
        if isinstance(value, dict):
            return cls, tuple((static_key(k), self.of(v)) for k, v in value.items())
        if isinstance(value, set | frozenset):
            return cls, frozenset(map(static_key, value))
        if isinstance(value, Enum):
            return cls, value.name
        is_class = isinstance(value, type)
        attributes = _of_class(value) if is_class else _state(value)
        state = tuple((name, self.of(each)) for name, each in attributes)
        return (_Object(value) if is_class else cls, state) if state else _Object(value)


_ALONE = (
    BuiltinFunctionType, FunctionType, MethodType, ModuleType, ToldByIdentity, np.ndarray,
    np.ufunc, np.dtype,
)  # fmt: skip
"""What is told by which object it is."""


def _state(value: Any) -> list[tuple[str, Any]]:
    """The attributes of an object by name; of its classes those that are numbers and texts."""
    found = dict(_of_class(type(value)))
    for cls in reversed(type(value).__mro__[:-1]):
        slots = (name for name in getattr(cls, "__slots__", ()) if hasattr(value, name))
        found |= {name: getattr(value, name) for name in slots}
    return sorted((found | getattr(value, "__dict__", {})).items())


def _of_class(cls: type) -> list[tuple[str, Any]]:
    """The data that stands in a class, by name."""
    found: dict[str, Any] = {}
    for each in reversed(cls.__mro__[:-1]):
        plain = (n for n, value in vars(each).items() if _is_data(value))
        found |= {name: vars(each)[name] for name in plain if not name.startswith("__")}
    return sorted(found.items())


def _is_data(value: Any) -> bool:
    if isinstance(value, (*_NUMBERS, tuple, list, dict, set, frozenset, SimpleNamespace)):
        return True
    cls = value if isinstance(value, type) else type(value)
    root = cls.__module__.partition(".")[0]
    return root not in sys.stdlib_module_names and root not in ("numpy", "dslc")
