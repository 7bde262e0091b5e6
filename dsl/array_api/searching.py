"""Functions that look at many elements: reductions, sums, order, searches, sets, products."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.ops import order, products, scan, sets

from .function import function

# --- reductions ---------------------------------------------------------------------------------


@function
def all(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether all elements are true."""
    return np.all(x, axis=axis, keepdims=keepdims)


@function
def any(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether an element is true."""
    return np.any(x, axis=axis, keepdims=keepdims)


@function
def count_nonzero(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """How many elements are not 0."""
    return np.sum(np.not_equal(x, 0), axis=axis, keepdims=keepdims)


@function
def max(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The greatest element; NaN where there is one."""
    return np.max(x, axis=axis, keepdims=keepdims)


@function
def mean(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The arithmetic mean."""
    return np.mean(x, axis=axis, keepdims=keepdims)


@function
def min(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The least element; NaN where there is one."""
    return np.min(x, axis=axis, keepdims=keepdims)


@function
def prod(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """The product; of integers in 64 bits by default."""
    return np.prod(x, axis=axis, dtype=dtype, keepdims=keepdims)


@function
def std(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Any:
    """The standard deviation, of `n - correction` degrees of freedom."""
    return np.std(x, axis=axis, ddof=correction, keepdims=keepdims)


@function
def sum(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """The sum; of integers in 64 bits by default."""
    return np.sum(x, axis=axis, dtype=dtype, keepdims=keepdims)


@function
def var(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Any:
    """The variance, of `n - correction` degrees of freedom."""
    return np.var(x, axis=axis, ddof=correction, keepdims=keepdims)


# --- along an axis --------------------------------------------------------------------------------


@function
def cumulative_prod(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False
) -> Any:
    """The products of the first elements along an axis."""
    return scan.cumulative_prod(x, axis=axis, dtype=dtype, include_initial=include_initial)


@function
def cumulative_sum(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False
) -> Any:
    """The sums of the first elements along an axis."""
    return scan.cumulative_sum(x, axis=axis, dtype=dtype, include_initial=include_initial)


@function
def diff(x: Any, /, *, axis: int = -1, n: int = 1, prepend: Any = None, append: Any = None) -> Any:
    """The differences of neighbours along an axis, `n` times."""
    given = [each for each in (prepend, x, append) if each is not None]
    return np.diff(np.concatenate(given, axis=axis) if len(given) > 1 else x, n, axis)


# --- order and searches ---------------------------------------------------------------------------


@function
def argmax(x: Any, /, *, axis: int | None = None, keepdims: bool = False) -> Any:
    """Where the first greatest element is."""
    return np.argmax(x, axis=axis, keepdims=keepdims)


@function
def argmin(x: Any, /, *, axis: int | None = None, keepdims: bool = False) -> Any:
    """Where the first least element is."""
    return np.argmin(x, axis=axis, keepdims=keepdims)


@function
def argsort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """Where the elements are from the least to the greatest, or the other way round."""
    if descending:
        return order.argsort_descending(x, axis=axis)
    return np.argsort(x, axis, stable=stable)


@function
def sort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """The elements from the least to the greatest, or the other way round."""
    ordered = np.sort(x, axis, stable=stable)
    return np.flip(ordered, axis) if descending else ordered


@function
def nonzero(x: Any, /) -> Any:
    """The indices of the elements that are not 0: one array for each axis."""
    return np.nonzero(x)


@function
def searchsorted(x1: Any, x2: Any, /, *, side: Any = "left", sorter: Any = None) -> Any:
    """Where the elements of `x2` go in `x1`, which is in order, or is so by `sorter`."""
    return np.searchsorted(x1 if sorter is None else np.take(x1, sorter), x2, side)


@function
def where(condition: Any, x1: Any, x2: Any, /) -> Any:
    """Elements of `x1` where a condition is true, and of `x2` elsewhere."""
    return np.where(condition, x1, x2)


@function
def take(x: Any, indices: Any, /, *, axis: int | None = None) -> Any:
    """The elements at some places along an axis."""
    return np.take(x, indices, axis)


@function
def take_along_axis(x: Any, indices: Any, /, *, axis: int = -1) -> Any:
    """The elements at some places along an axis, other ones in each row."""
    return np.take_along_axis(x, indices, axis)


# --- sets -----------------------------------------------------------------------------------------


@function
def unique_all(x: Any, /) -> Any:
    """The different elements, each with its first place and its count; and which each element is.

    Each NaN is an element of its own.
    """
    return sets.unique_all(x)


@function
def unique_counts(x: Any, /) -> Any:
    """The different elements, and how often each is there."""
    return sets.unique_counts(x)


@function
def unique_inverse(x: Any, /) -> Any:
    """The different elements, and which of them each element is."""
    return sets.unique_inverse(x)


@function
def unique_values(x: Any, /) -> Any:
    """The different elements in order."""
    return np.unique(x, equal_nan=False)


# --- products -------------------------------------------------------------------------------------


@function
def matmul(x1: Any, x2: Any, /) -> Any:
    """The product of matrices, or of stacks of them; of a vector along its only axis."""
    return np.matmul(x1, x2)


@function
def tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    """The products of elements, summed along axes of both."""
    return np.tensordot(x1, x2, axes)


@function
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The sums of products along an axis, those of `x1` conjugate."""
    return products.vecdot(x1, x2, axis)
