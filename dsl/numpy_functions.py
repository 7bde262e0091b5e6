"""Functions of NumPy that take functions, or compute in steps, written in the language.

Graph functions call NumPy's; in the emitted text these stand for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc import assume


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


def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> Any:
    """What a function gives that takes an array and an axis, for one axis after the other.

    An axis that it takes away stands again, of size 1.

    >>> np.apply_over_axes(np.sum, np.array([[1, 2], [3, 4]]), (0, 1))
    array([[10]])
    """
    found = a
    for axis in axes if isinstance(axes, (tuple, list)) else (axes,):
        place = axis + a.ndim if axis < 0 else axis
        part = func(found, place)
        found = part if part.ndim == found.ndim else np.expand_dims(part, place)
        if found.ndim != a.ndim:
            raise ValueError("function is not returning an array of the correct shape")
    return found


def mask_indices(n: Any, mask_func: Callable[..., Any], k: Any = 0) -> Any:
    """The indices of a matrix of n by n where a function of ones and `k` is not 0.

    >>> np.mask_indices(2, np.triu)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return np.nonzero(mask_func(np.ones((n, n), int), k) != 0)


# --- functions of two ---------------------------------------------------------------------------


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


def reduceat(function: Any, array: Any, indices: Any, axis: int = 0) -> Any:
    """What is between each two indices along an axis, taken together; behind the last one too.

    Where an index is not below the next one, what stands there alone. IndexError for an index
    outside of the axis.

    >>> np.add.reduceat(np.array([1, 2, 3, 4]), [0, 2, 1])
    array([3, 3, 9])
    """
    parts = np.moveaxis(array, axis, 0)
    starts = np.asarray(indices)
    if np.any((starts < 0) | (starts >= len(parts))):
        raise IndexError("index out-of-bounds in reduceat")
    dtype = function.reduce(np.zeros(1, array.dtype)).dtype
    found = np.zeros((len(starts), *parts.shape[1:]), dtype)
    for number in range(len(starts)):
        start = int(starts[number])
        stop = int(starts[number + 1]) if number + 1 < len(starts) else len(parts)
        found[number] = function.reduce(parts[start : max(stop, start + 1)])
    return np.moveaxis(found, 0, axis)


# --- in steps -----------------------------------------------------------------------------------


def polydiv(u: Any, v: Any) -> Any:
    """The quotient and the remainder of two polynomials, the highest power first.

    The remainder is without coefficients in front that are within 1e-8 of 0.

    >>> np.polydiv(np.array([3.0, 5.0, 2.0]), np.array([2.0, 1.0]))
    (array([1.5 , 1.75]), array([0.25]))
    """
    dividend = u + 0.0
    divisor = v + 0.0
    rest = dividend.astype((dividend[0] + divisor[0]).dtype)
    scale = 1.0 / divisor[0]
    count = max(len(dividend) - len(divisor) + 1, 0)
    quotient = np.zeros(max(count, 1), rest.dtype)
    for k in range(count):
        factor = scale * rest[k]
        quotient[k] = factor
        rest[k : k + len(divisor)] -= factor * divisor
    first = 0
    while first < len(rest) - 1 and np.isclose(rest[first], 0, rtol=1e-14):
        first += 1
    return quotient, rest[first:]


def histogramdd(
    sample: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> Any:
    """How many points are in each bin of several axes, in f64, and the edges on each axis.

    A point is a row of `sample`, or has a coordinate in each of several vectors. `bins` is a
    number for all axes, or has a number or the edges for each; `range` has the first and the last
    edge for each axis. With `weights` each point counts as much as its weight; with `density` the
    counts become a density of probability. There is a point, at least. ValueError for bins that do
    not rise, or are not finite.

    >>> counts, edges = np.histogramdd(np.array([[0.0, 1.0], [2.0, 1.5]]), bins=(2, 1))
    >>> counts
    array([[1.],
           [1.]])
    """
    points = np.stack(sample) if isinstance(sample, (list, tuple)) else np.transpose(sample)
    return _counted(np.unstack(points), bins, range, density, weights)


def _counted(axes: Any, bins: Any, ends: Any, density: Any, weights: Any) -> Any:
    """The counts and the edges of `histogramdd`, of the coordinates on each axis."""
    assume(len(axes[0]) >= 1)
    edges = [_lines(axes[k], k, bins, ends) for k in range(len(axes))]
    place = np.zeros(len(axes[0]), np.int64)
    size = 1
    for k in range(len(axes)):
        beyond = np.searchsorted(edges[k], axes[k], side="right")
        place = place * (len(edges[k]) + 1) + (beyond - (axes[k] == edges[k][-1]))
        size = size * (len(edges[k]) + 1)
    counts = np.zeros(size)
    np.add.at(counts, place, 1.0 if weights is None else weights)
    counts = np.reshape(counts, [len(lines) + 1 for lines in edges])
    for k in range(len(axes)):
        counts = np.moveaxis(np.moveaxis(counts, k, 0)[1:-1], 0, k)
    if density:
        total = np.sum(counts)
        for k in range(len(axes)):
            counts = np.moveaxis(np.moveaxis(counts, k, -1) / np.diff(edges[k]), -1, k)
        counts = counts / total
    return counts, edges


def _lines(column: Any, axis: int, bins: Any, ends: Any) -> Any:
    """The edges of bins on one axis."""
    many = bins if isinstance(bins, int) else bins[axis]
    if isinstance(many, int):
        if many < 1:
            raise ValueError("`bins` must be positive, when an integer")
        if ends is None:
            return np.histogram_bin_edges(column, many)
        return _between(ends[axis][0], ends[axis][1], many)
    lines = np.asarray(many)
    if np.any(lines[:-1] > lines[1:]):
        raise ValueError("`bins` must be monotonically increasing, when an array")
    return lines


def _between(first: Any, last: Any, many: Any) -> Any:
    """The edges of bins of one width from a number to another one."""
    if first > last:
        raise ValueError("max must be larger than min in range parameter.")
    if not (np.isfinite(first) and np.isfinite(last)):
        raise ValueError("supplied range is not finite")
    half = 0.5 if first == last else 0.0
    return np.linspace(first - half, last + half, many + 1)


def histogram2d(
    x: Any,
    y: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> Any:
    """How many points are in each bin of two axes, in f64, and the edges on both.

    `bins` may be the edges of both axes, more than two; all else is as in `histogramdd`.

    >>> np.histogram2d(np.array([0.0, 1.0]), np.array([0.0, 2.0]), bins=2)[0]
    array([[1., 0.],
           [0., 1.]])
    """
    is_of_both = not isinstance(bins, int) and len(bins) > 2
    both = (bins, bins) if is_of_both else bins
    counts, edges = histogramdd((x, y), both, range, density, weights)
    return counts, edges[0], edges[1]
