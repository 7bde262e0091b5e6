"""The one canonical form of what stands in attributes: sizes, axes, dtypes, flags."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Iterable
from typing import Any

import numpy as np

from dslc.ir.dims import Dim, Size, interval
from dslc.ir.dtypes import NAMES
from dslc.ir.op import RuleError


def integer(value: Any, what: str) -> int:
    """A static integer; NumPy's are made Python's.

    Raises:
        RuleError: `argument-mismatch`.
    """
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return operator.index(value)
    raise RuleError("argument-mismatch", f"{what} is an integer known while building")


def size(value: Any, what: str) -> Size:
    """A size: an integer or a dim.

    Raises:
        RuleError: `argument-mismatch` for anything else, such as a value of the graph.
    """
    if isinstance(value, Dim):
        return value
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return operator.index(value)
    message = f"{what} is an integer or a dim, not {type(value).__name__}"
    raise RuleError("argument-mismatch", message, help="let an integer of the run become a dim")


def sizes(value: Any, what: str = "a size") -> tuple[Size, ...]:
    """A shape: one size or a sequence of them.

    Raises:
        RuleError: `argument-mismatch`.
    """
    if isinstance(value, tuple | list):
        return tuple(size(part, what) for part in value)
    return (size(value, what),)


def shape(value: Any) -> tuple[Size, ...]:
    """The shape of a new array, no size of it negative for sure.

    Raises:
        RuleError: `argument-mismatch`.
    """
    extents = sizes(value)
    for extent in extents:
        high = interval(extent)[1]
        if high is not None and high < 0:
            raise RuleError("argument-mismatch", f"a size cannot be negative, this is {extent}")
    return extents


def may_be_negative(extents: Iterable[Size]) -> bool:
    """Whether a size in a shape may turn out negative, which NumPy refuses with a ValueError."""
    lows = (interval(extent)[0] for extent in extents)
    return any(low is None or low < 0 for low in lows)


def axis(value: Any, rank: int, what: str) -> int:
    """An axis of an array of this rank, counted from the front.

    Raises:
        RuleError: `axis-out-of-range`; `argument-mismatch` for no integer.
    """
    number = integer(value, "an axis")
    if not -rank <= number < rank:
        message = f"{what} of an array of rank {rank} has no axis {number}"
        raise RuleError("axis-out-of-range", message)
    return number % rank


def axes(value: Any, rank: int, what: str) -> tuple[int, ...]:
    """Axes in ascending order; None is all of them.

    Raises:
        RuleError: `axis-out-of-range`; `argument-mismatch` for an axis named twice.
    """
    if value is None:
        return tuple(range(rank))
    listed = value if isinstance(value, tuple | list) else (value,)
    found = sorted(axis(part, rank, what) for part in listed)
    if len(set(found)) < len(found):
        raise RuleError("argument-mismatch", f"{what} is given an axis twice")
    return tuple(found)


def dtype(value: Any) -> np.dtype:
    """An element type.

    Raises:
        RuleError: `dtype-mismatch` where it is none that a graph has.
    """
    found: np.dtype | None = None
    if value is not None:
        with contextlib.suppress(TypeError):
            found = np.dtype(value)
    if found is None or found not in NAMES:
        shown = getattr(value, "__name__", value)
        raise RuleError("dtype-mismatch", f"`{shown}` is no dtype of a graph")
    return found


def flag(value: Any, what: str) -> bool:
    """A static truth value.

    Raises:
        RuleError: `argument-mismatch`.
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise RuleError("argument-mismatch", f"{what} is True or False while building")


def number(value: Any, what: str) -> int | float | bool:
    """A static number; a NumPy scalar is made a Python number.

    Raises:
        RuleError: `argument-mismatch`.
    """
    if isinstance(value, bool | int | float):
        return value if type(value) in (bool, int) else float(value)
    if isinstance(value, np.generic) and value.dtype in NAMES:
        found = value.item() if value.dtype.kind in "biuf" else float(value)
        assert isinstance(found, bool | int | float)
        return found
    raise RuleError("argument-mismatch", f"{what} is a number known while building")


def real(value: Any, what: str) -> float:
    """A static Python float, which is weak, or a Python integer that is one exactly.

    Raises:
        RuleError: `argument-mismatch`.
    """
    if type(value) is float:
        return value
    if type(value) is int and abs(value) <= 2**53:
        return float(value)
    raise RuleError("argument-mismatch", f"{what} is a Python number known while building")
