"""Repeating what is in an array."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max, interval
from dslc.ir.dtypes import BOOL
from dslc.ir.keys import Key
from dslc.ir.op import RuleError, op

from . import attributes
from .control import as_dim, check
from .create import arange, zeros
from .operands import check_equal, check_rank, integers
from .scatter import add_at


@op(call="A, reps", numpy=("tile",), strong=False, sizes=("reps",))
def tile(A: Any, *, reps: Any) -> Any:
    """An array side by side with itself, so many times along each axis.

    >>> np.tile(np.array([1, 2]), 2)
    array([1, 2, 1, 2])
    """
    return np.tile(A, reps)


@tile.expansion
def _(A: Any, *, reps: Any) -> Any:
    times = attributes.sizes(reps, "a number of repetitions")
    rank = max(A.ndim, len(times))
    times = (1,) * (rank - len(times)) + times
    shape = (1,) * (rank - A.ndim) + A.shape
    spread = np.reshape(A, tuple(part for size in shape for part in (1, size)))
    full = tuple(part for pair in zip(times, shape, strict=True) for part in pair)
    joined = tuple(count * size for count, size in zip(times, shape, strict=True))
    return np.reshape(np.broadcast_to(spread, full), joined)


@op(
    call="a, repeats, axis", numpy=("repeat",), methods=("repeat",), strong=False,
    sizes=("repeats",),
)  # fmt: skip
def repeat(a: Any, repeats: Any, *, axis: Any = None) -> Any:
    """An array with each element along an axis so many times; without an axis, as one row.

    `repeats` is a number for all of them, or a vector with one for each. ValueError for a negative
    one.

    >>> np.repeat(np.array([1, 2]), 2)
    array([1, 1, 2, 2])
    >>> np.repeat(np.array([1, 2]), np.array([3, 1]))
    array([1, 1, 1, 2])
    """
    return np.repeat(a, repeats, axis)


@repeat.expansion
def _(a: Any, repeats: Any, *, axis: Any) -> Any:
    if axis is None:
        a, axis = np.ravel(a), 0
    place = attributes.axis(axis, a.ndim, "`repeat`")
    if repeats.ndim:
        return _repeated_each(a, repeats, place)
    count = as_dim(repeats)
    _refuse_negative(count, repeats)
    spread_shape: Any = (*a.shape[: place + 1], count, *a.shape[place + 1 :])
    spread = np.broadcast_to(np.expand_dims(a, place + 1), spread_shape)
    return np.reshape(spread, (*a.shape[:place], a.shape[place] * count, *a.shape[place + 1 :]))


def _repeated_each(a: Any, repeats: Any, axis: int) -> Any:
    """An array with a number for each of its parts along an axis."""
    check_rank(repeats, 1, "repeats", "[number of parts]")
    if repeats.dtype != BOOL:
        _refuse_unsafe(integers(repeats, "repeats"))
    size = a.shape[axis]
    message = _NEGATIVE if repeats.shape[0] == 1 else _SOME_NEGATIVE
    if repeats.shape[0] == 1:
        repeats = np.broadcast_to(repeats, (size,))
    check_equal(repeats.shape[0], size, "`repeats` has a number for each part along the axis")
    counts = repeats.astype(np.int64)
    check(np.all(counts >= 0), message=message, error="ValueError")
    total = as_dim(np.sum(counts), low=0)
    # Each place is of the part before which as many others end.
    ends = add_at(zeros(total + 1, np.int64), Key((np.cumsum(counts),)), 1)
    return np.take(a, np.cumsum(ends)[:total], axis=axis)


def _refuse_negative(count: Size, repeats: Any) -> None:
    low, high = interval(count)
    if high is not None and high < 0:
        raise RuleError("argument-mismatch", "a number of repetitions is not negative")
    if low is None or low < 0:
        check(repeats >= 0, message=_NEGATIVE, error="ValueError")


def _refuse_unsafe(repeats: Any) -> None:
    if repeats.dtype == np.uint64:
        message = "a number of repetitions is no u64, which NumPy does not cast to i64"
        raise RuleError("dtype-mismatch", message, help="cast it: `.astype(np.int64)`")


def _said_of(repeats: Any) -> str:
    """What NumPy says of a negative number of repetitions, which its versions say differently."""
    try:
        np.repeat([0, 0], repeats)
    except ValueError as error:
        return str(error)
    raise AssertionError("this raises")


_NEGATIVE, _SOME_NEGATIVE = _said_of(-1), _said_of([-1, 1])


@op(call="a, new_shape", numpy=("resize",), strong=False, sizes=("new_shape",))
def resize(a: Any, *, new_shape: Any) -> Any:
    """An array of a new shape with the elements of another one, again from its first where needed.

    Zeros where it has no elements.

    >>> np.resize(np.array([1, 2, 3]), (2, 2))
    array([[1, 2],
           [3, 1]])
    """
    return np.resize(a, new_shape)


@resize.expansion
def _(a: Any, *, new_shape: Any) -> Any:
    shape = attributes.shape(new_shape)
    flat = np.ravel(a)
    total: Size = prod(shape, start=1)
    padded = np.concatenate((flat, zeros((1,), flat.dtype)))  # for where there is none
    places = arange(total) % dim_max(flat.shape[0], 1)
    return np.reshape(padded[places], shape)
