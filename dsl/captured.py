"""Values outside of a function that its graphs were built with: whether they are still the same."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from dslc.ir.dtypes import NAMES

from .static_key import static_key

MOST = 10_000
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


def is_plain_array(value: object) -> bool:
    """Whether a value is an array that a graph can read, which is of no class of its own."""
    return type(value) in (np.ndarray, np.memmap) and getattr(value, "dtype", None) in NAMES


def captured_key(values: Iterable[Any]) -> Hashable:
    """A key of all that some values hold: it changes where an attribute or an item of one does.

    Of an array, whose content is read at each call, it has the type, and which of these it is.
    """
    arrays: dict[int, tuple[int, Any]] = {}
    return tuple([_Keys(static_key, arrays).of(value) for value in values])


def captured_form(value: Any) -> Hashable:
    """The same of one value, with the types of numbers and texts in place of them.

    The emitted text relies on it: on how many items there are, and on what kind each is.
    """
    return _Keys(type, None).of(value)


def is_told_by_identity(value: Any) -> bool:
    """Whether one and the same object always has the same key."""
    if type(value) is tuple:
        return all(map(is_told_by_identity, value))
    return isinstance(value, (*_NUMBERS, Enum, *_ALONE)) and not isinstance(value, np.ndarray)


class _Keys:
    """Makes the key of one value; `arrays` has the number of each array so far, and keeps it."""

    def __init__(self, leaf: Any, arrays: dict[int, tuple[int, Any]] | None) -> None:
        self._leaf = leaf
        self._arrays = arrays
        self._seen: dict[int, int] = {}

    def of(self, value: Any) -> Hashable:
        if isinstance(value, _NUMBERS) and not isinstance(value, Enum):
            return self._leaf(value)  # type: ignore[no-any-return]
        if isinstance(value, np.ndarray) and is_plain_array(value):
            return self._of_array(value)
        if id(value) in self._seen:
            return "again", self._seen[id(value)]
        if len(self._seen) >= MOST or isinstance(value, _ALONE):
            return _Object(value)
        self._seen[id(value)] = len(self._seen)
        return self._of_whole(value)

    def _of_array(self, value: np.ndarray[Any, Any]) -> Hashable:
        known = (0, value)
        if self._arrays is not None:
            known = self._arrays.setdefault(id(value), (len(self._arrays), value))
        return np.ndarray, value.dtype, value.shape, known[0]

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
        state = tuple((name, self.of(each)) for name, each in attributes_of(value))
        own = _Object(value) if isinstance(value, type) else cls
        return (own, state) if state else _Object(value)


_ALONE = (
    BuiltinFunctionType, FunctionType, MethodType, ModuleType, ToldByIdentity, np.ndarray,
    np.ufunc, np.dtype,
)  # fmt: skip
"""What is told by which object it is."""


def attributes_of(value: Any) -> list[tuple[str, Any]]:
    """The data in an object or class by name; of what is told by itself nothing."""
    if isinstance(value, (*_NUMBERS, *_ALONE, Enum)):
        return []
    return _of_class(value) if isinstance(value, type) else _state(value)


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
