"""Arrays outside of a function that its graphs read: what they are at each call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from .captured import MOST, attributes_of, is_plain_array

Steps: TypeAlias = tuple[tuple[str, Any], ...]
"""Attributes and items, as `(".", "w")` and `("[]", 0)`."""


@dataclass(frozen=True, slots=True, eq=False)
class CapturedArray:
    """An array that a captured value is, or holds.

    Attributes:
        path: how messages say it: `WEIGHTS`, or `model.layers[0]`.
        root: gives the captured value.
        steps: the attributes and items that lead to the array from there.
    """

    path: str
    root: Callable[[], Any]
    steps: Steps = ()

    def now(self) -> np.ndarray[Any, Any]:
        """The array that is there now."""
        value = self.root()
        for kind, name in self.steps:
            value = getattr(value, name) if kind == "." else value[name]
        return value  # type: ignore[no-any-return]


def arrays_of(path: str, root: Callable[[], Any]) -> Iterator[CapturedArray]:
    """The arrays in a captured value that a graph can read, each once."""
    for said, steps, array in _found(root(), path, (), set()):
        if is_plain_array(array):
            yield CapturedArray(said, root, steps)


def holds_arrays(value: Any) -> bool:
    """Whether a value is an array, or holds one."""
    return any(True for _ in _found(value, "", (), set()))


def _found(
    value: Any, path: str, steps: Steps, seen: set[int]
) -> Iterator[tuple[str, Steps, np.ndarray[Any, Any]]]:
    """The arrays in a value, how a program says them, and what leads to them."""
    if id(value) in seen or len(seen) >= MOST:
        return
    if isinstance(value, np.ndarray):
        seen.add(id(value))
        yield path, steps, value
        return
    parts = _parts(value)
    if parts:
        seen.add(id(value))
    for kind, name, part in parts:
        step = f".{name}" if kind == "." else f"[{name!r}]"
        yield from _found(part, path + step, (*steps, (kind, name)), seen)


def _parts(value: Any) -> Sequence[tuple[str, Any, Any]]:
    """The items or attributes of a value, by how they are reached."""
    if isinstance(value, tuple | list):
        return [("[]", number, item) for number, item in enumerate(value)]
    if isinstance(value, dict):
        return [("[]", key, item) for key, item in value.items()]
    return [(".", name, part) for name, part in attributes_of(value)]
