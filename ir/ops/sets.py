"""Arrays as sets: what is in them, each once and in order, and how often.

NaNs are alike in `unique` and `union1d`, and never equal to another one elsewhere, as in NumPy.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from dslc.ir.calling import sketch_facts
from dslc.ir.dims import dim_max
from dslc.ir.dtypes import is_complex, is_float, is_integer
from dslc.ir.keys import Key
from dslc.ir.op import RuleError, op

from . import attributes
from .control import as_dim, check
from .create import arange, full, zeros
from .index import store
from .operands import check_equal, check_rank
from .order import search_dtype
from .rules import EITHER_ZERO
from .scatter import add_at

# --- unique -------------------------------------------------------------------------------------


@op(
    call="ar, return_index, return_inverse, return_counts, axis, equal_nan, sorted",
    numpy=("unique",), strong=False, ulp=EITHER_ZERO,
)  # fmt: skip
def unique(
    ar: Any,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    equal_nan: bool = True,
) -> Any:
    """The different elements of an array in ascending order, NaN last; once if `equal_nan`.

    On request also where each stands first, where each element of the array stands among them, and
    how often each is there. Of complex NaNs the first stays, or the least, as in the NumPy at hand.

    >>> np.unique(np.array([3, 1, 3]), return_counts=True)
    (array([1, 3]), array([1, 2]))
    """
    found: Any = np.unique
    return found(ar, return_index, return_inverse, return_counts, equal_nan=equal_nan)


@unique.expansion
def _(
    ar: Any, *, return_index: Any, return_inverse: Any, return_counts: Any, equal_nan: Any
) -> Any:
    flat = np.ravel(ar)
    size = flat.shape[0]
    alike = attributes.flag(equal_nan, "`equal_nan`")
    asked = return_index or return_inverse or return_counts
    by = flat
    if alike and is_complex(ar.dtype) and not asked and _keeps_first_nan():
        by = np.where(np.isnan(flat), np.nan, flat)
    order = np.argsort(by, stable=True)
    ascending = flat[order]
    first = _first_of_equals(ascending, alike)
    found = [ascending[first]]
    if attributes.flag(return_index, "`return_index`"):
        found.append(order[first])
    if attributes.flag(return_inverse, "`return_inverse`"):
        numbers = np.cumsum(first.astype(np.int64)) - 1
        inverse = store(zeros((size,), np.int64), Key((order,)), numbers)
        found.append(np.reshape(inverse, ar.shape))
    if attributes.flag(return_counts, "`return_counts`"):
        starts = np.flatnonzero(first)
        found.append(np.diff(np.concatenate((starts, full((1,), size, np.int64)))))
    return tuple(found) if len(found) > 1 else found[0]


@cache
def _keeps_first_nan() -> bool:
    """Whether NumPy keeps the first of complex NaNs, not the least: its versions differ."""
    first, least = complex(np.nan, 1.0), complex(0.0, np.nan)
    (kept,) = np.unique(np.array([first, least]))
    return bool(np.isnan(kept.real))


def _first_of_equals(ascending: Any, equal_nan: bool) -> Any:
    """Which elements of a sorted vector are other than the one before."""
    places = arange(ascending.shape[0])
    before = ascending[np.maximum(places - 1, 0)]
    differs = ascending != before
    if equal_nan and (is_float(ascending.dtype) or is_complex(ascending.dtype)):
        differs = differs & ~(np.isnan(ascending) & np.isnan(before))
    return differs | (places == 0)


@op(numpy=("unique_all",), strong=False, ulp=EITHER_ZERO, fields=type(np.unique_all(np.zeros(0))))
def unique_all(x: Any) -> Any:
    """The different elements, where each stands first, which each element is, how often each is.

    In ascending order, each NaN by itself.

    >>> np.unique_all(np.array([3, 1, 3])).counts
    array([1, 2])
    """
    return np.unique_all(x)


@unique_all.expansion
def _(x: Any) -> Any:
    return unique(x, True, True, True, equal_nan=False)


@op(
    numpy=("unique_counts",), strong=False, ulp=EITHER_ZERO,
    fields=type(np.unique_counts(np.zeros(0))),
)  # fmt: skip
def unique_counts(x: Any) -> Any:
    """The different elements in ascending order, each NaN by itself, and how often each is there.

    >>> np.unique_counts(np.array([3, 1, 3])).counts
    array([1, 2])
    """
    return np.unique_counts(x)


@unique_counts.expansion
def _(x: Any) -> Any:
    return unique(x, return_counts=True, equal_nan=False)


@op(
    numpy=("unique_inverse",), strong=False, ulp=EITHER_ZERO,
    fields=type(np.unique_inverse(np.zeros(0))),
)  # fmt: skip
def unique_inverse(x: Any) -> Any:
    """The different elements in ascending order, each NaN by itself, and which each element is.

    >>> np.unique_inverse(np.array([3, 1, 3])).inverse_indices
    array([1, 0, 1])
    """
    return np.unique_inverse(x)


@unique_inverse.expansion
def _(x: Any) -> Any:
    return unique(x, return_inverse=True, equal_nan=False)


# --- sets of several arrays ---------------------------------------------------------------------


@op(numpy=("union1d",), strong=False, ulp=EITHER_ZERO)
def union1d(ar1: Any, ar2: Any) -> Any:
    """The different elements of two arrays in ascending order.

    >>> np.union1d(np.array([3, 1]), np.array([1, 2]))
    array([1, 2, 3])
    """
    return np.union1d(ar1, ar2)


@union1d.expansion
def _(ar1: Any, ar2: Any) -> Any:
    return unique(np.concatenate((np.ravel(ar1), np.ravel(ar2))))


@op(
    call="ar1, ar2, assume_unique, return_indices",
    numpy=("intersect1d",), strong=False, ulp=EITHER_ZERO,
)  # fmt: skip
def intersect1d(ar1: Any, ar2: Any) -> Any:
    """The different elements that are in both arrays, in ascending order.

    >>> np.intersect1d(np.array([3, 1, 3]), np.array([3, 2]))
    array([3])
    """
    return np.intersect1d(ar1, ar2)


@intersect1d.expansion
def _(ar1: Any, ar2: Any) -> Any:
    ascending = np.sort(np.concatenate((unique(ar1), unique(ar2))))
    return ascending[:-1][ascending[1:] == ascending[:-1]]


@op(call="ar1, ar2, assume_unique", numpy=("setdiff1d",), strong=False, ulp=EITHER_ZERO)
def setdiff1d(ar1: Any, ar2: Any) -> Any:
    """The different elements of an array that are not in another one, in ascending order.

    >>> np.setdiff1d(np.array([3, 1, 3, 2]), np.array([1]))
    array([2, 3])
    """
    return np.setdiff1d(ar1, ar2)


@setdiff1d.expansion
def _(ar1: Any, ar2: Any) -> Any:
    different = unique(ar1)
    return different[isin(different, ar2, invert=True)]


@op(call="ar1, ar2, assume_unique", numpy=("setxor1d",), strong=False, ulp=EITHER_ZERO)
def setxor1d(ar1: Any, ar2: Any) -> Any:
    """The different elements that are in one of two arrays only, in ascending order.

    >>> np.setxor1d(np.array([3, 1, 3]), np.array([1, 2]))
    array([2, 3])
    """
    return np.setxor1d(ar1, ar2)


@setxor1d.expansion
def _(ar1: Any, ar2: Any) -> Any:
    return np.sort(np.concatenate((setdiff1d(ar1, ar2), setdiff1d(ar2, ar1))))


@op(
    call="element, test_elements, assume_unique, invert, kind",
    numpy=("isin",), strong=False,
)  # fmt: skip
def isin(element: Any, test_elements: Any, *, invert: bool = False) -> Any:
    """Which elements of an array are in another one; with `invert`, which are not.

    >>> np.isin(np.array([1, 2, 3]), np.array([3, 1]))
    array([ True, False,  True])
    """
    return np.isin(element, test_elements, invert=invert)


@isin.expansion
def _(element: Any, test_elements: Any, *, invert: Any) -> Any:
    common = search_dtype(test_elements.type, element.type)
    if common is None:
        raise RuleError("dtype-mismatch", "these dtypes have no common one to compare in")
    if is_float(common) and not any(is_float(each.dtype) for each in (element, test_elements)):
        message = "`isin` of signed and unsigned 64-bit integers is not exact"
        raise RuleError("dtype-mismatch", message, help="cast one of them to the other's dtype")
    ascending = np.sort(np.ravel(test_elements))
    first = np.searchsorted(ascending, element, side="left")
    found = first < np.searchsorted(ascending, element, side="right")
    if is_float(element.dtype) or is_complex(element.dtype):
        found = found & ~np.isnan(element)
    found = ~found if attributes.flag(invert, "`invert`") else found
    return found if element.ndim else np.broadcast_to(found, ())


# --- counts -------------------------------------------------------------------------------------


@op(numpy=("bincount",), strong=False, sizes=("minlength",))
def bincount(x: Any, weights: Any = None, *, minlength: Any = 0) -> Any:
    """How often each number from 0 on is in a vector of integers, up to the greatest of them.

    With `weights`, the sum of the weights of its elements, in f64; there must be some. The result
    has at least `minlength` elements. ValueError for a negative number.

    >>> np.bincount(np.array([0, 2, 2]), minlength=4)
    array([1, 0, 2, 0])
    """
    return np.bincount(x, weights, minlength)


@bincount.expansion
def _(x: Any, weights: Any, *, minlength: Any) -> Any:
    check_rank(x, 1, "x", "[n]")
    if x.dtype == np.bool_:
        x = x.astype(np.int64)
    if not is_integer(x.dtype) or x.dtype == np.uint64:
        raise RuleError("dtype-mismatch", "`bincount` takes integers that are no u64")
    least = attributes.size(minlength, "`minlength`")
    if isinstance(least, int) and least < 0:
        raise RuleError("argument-mismatch", "`minlength` is not negative")
    numbers = x.astype(np.int64)
    check(
        np.all(numbers >= 0),
        message="'list' argument must have no negative elements",
        error="ValueError",
    )
    greatest = np.max(numbers, initial=-1)
    size = dim_max(as_dim(greatest + 1, low=0), least)
    if weights is None:
        return add_at(zeros((size,), np.int64), Key((numbers,)), 1)
    check_rank(weights, 1, "weights", "[n]")
    check_equal(weights.shape[0], x.shape[0], "`weights` and `x` have one size")
    if not sketch_facts().at_least(x.shape[0], 1):
        message = "`bincount` with weights gives integers where there are none, else f64"
        help_ = "write `y = np.zeros(size)` and `np.add.at(y, x, weights)`"
        raise RuleError("dtype-mismatch", message, help=help_)
    return add_at(zeros((size,), np.float64), Key((numbers,)), weights.astype(np.float64))
