"""Functions of NumPy that take functions, written in the language, as plain loops.

Graph functions call NumPy's; in the emitted text these stand for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def piecewise(x: Any, condlist: Any, funclist: Any) -> Any:
    """Functions, or numbers, each of the elements where its condition holds; the last one counts.

    One more function than conditions is of the elements where none holds; else these are 0. The
    result has the dtype of `x`.

    >>> np.piecewise(np.array([-2.0, 3.0]), [np.array([True, False])], [np.negative, np.sqrt])
    array([2.        , 1.73205081])
    """
    tests = [*condlist]
    if len(funclist) == len(tests) + 1:
        others = np.ones_like(x, np.bool_)
        for chosen in condlist:
            others = np.logical_and(others, np.logical_not(chosen))
        tests = [*condlist, others]
    if len(funclist) != len(tests):
        raise ValueError("with so many conditions, as many functions are expected, or one more")
    found = np.zeros_like(x)
    number = 0
    for function in funclist:  # functions alone: such a loop may be of unlike ones
        chosen = tests[number]
        number += 1  # noqa: SIM113
        if isinstance(function, (int, float, complex, np.generic, np.ndarray)):
            found[chosen] = function
        else:
            part = x[chosen]
            if len(part) > 0:
                found[chosen] = function(part)
    return found


def apply_along_axis(func1d: Callable[[Any], Any], axis: int, arr: Any) -> Any:
    """What a function gives of each vector along an axis; its axes stand where that axis was.

    >>> np.apply_along_axis(np.cumsum, 0, np.array([[1, 2], [3, 4]]))
    array([[1, 2],
           [4, 6]])
    """
    moved = np.moveaxis(arr, axis, -1)
    rows = np.reshape(moved, (moved[..., 0].size, moved.shape[-1]))
    if len(rows) == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    found = np.stack([func1d(row) for row in rows])
    whole = np.reshape(found, moved.shape[:-1] + found.shape[1:])
    added = found.ndim - 1
    if added == 0:
        return whole
    first = moved.ndim - 1
    place = axis if axis >= 0 else axis + moved.ndim
    return np.moveaxis(
        whole, tuple(range(first, first + added)), tuple(range(place, place + added))
    )


def fromfunction(function: Callable[..., Any], shape: Any, *, dtype: Any = float) -> Any:
    """What a function gives of the indices on each axis of an array of this shape.

    >>> np.fromfunction(lambda i, j: i + 2 * j, (2, 2))
    array([[0., 2.],
           [1., 3.]])
    """
    return function(*np.indices(shape, dtype))


def reduce(function: Any, start: Any, array: Any, axis: int = 0) -> Any:
    """The parts of an array along an axis, taken together by a function of two, in order.

    `start` is what the function does not change, None where there is no such thing.

    >>> np.subtract.reduce(np.array([9, 2, 3]))
    np.int64(4)
    """
    parts = np.moveaxis(array, axis, 0)
    dtype = function(parts[:0], parts[:0]).dtype
    if start is not None:
        found = np.full(parts.shape[1:], start, dtype)[()]
        for number in range(len(parts)):
            found = function(found, parts[number].astype(dtype))
        return found
    if len(parts) == 0:
        raise ValueError("zero-size array to reduction operation which has no identity")
    found = parts[0].astype(dtype)
    for number in range(1, len(parts)):
        found = function(found, parts[number].astype(dtype))
    return found


def accumulate(function: Any, array: Any, axis: int = 0) -> Any:
    """The results of taking the first parts along an axis together, after each one.

    >>> np.subtract.accumulate(np.array([9, 2, 3]))
    array([9, 7, 4])
    """
    parts = np.moveaxis(array, axis, 0)
    found = parts.astype(function(parts[:0], parts[:0]).dtype)
    for number in range(1, len(found)):
        found[number] = function(found[number - 1], found[number])
    return np.moveaxis(found, 0, axis)
