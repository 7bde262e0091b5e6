"""Elements in bins: which bin each is in, and how many are in each."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL, BY_NAME, dtype_name, is_complex, is_integer
from dslc.ir.keys import Key
from dslc.ir.op import RuleError, op

from . import attributes
from .control import as_dim, check
from .create import as_scalar, zeros
from .operands import check_rank, check_same_shape
from .patterns import linspace
from .scatter import add_at

F64, I64 = BY_NAME["f64"], BY_NAME["i64"]


@op(call="x, bins, right", numpy=("digitize",), strong=False)
def digitize(x: Any, bins: Any, *, right: bool = False) -> Any:
    """Which bin each element is in: 0 below all edges, `len(bins)` beyond them.

    Bins are from an edge, which is in, up to the next; with `right` from behind an edge up to the
    next, which is in. ValueError for edges that neither rise nor fall.

    >>> np.digitize(np.array([0.2, 6.4, 3.0]), np.array([0.0, 1.0, 2.5, 4.0]))
    array([1, 4, 3])
    """
    return np.digitize(x, bins, right)


@digitize.expansion
def _(x: Any, bins: Any, *, right: Any) -> Any:
    side: Any = "left" if attributes.flag(right, "`right`") else "right"
    check_rank(bins, 1, "bins", "[edges]")
    if any(is_complex(value.dtype) for value in (x, bins) if hasattr(value, "dtype")):
        raise RuleError("dtype-mismatch", "complex numbers are in no bins")
    before, after = bins[:-1], bins[1:]
    # The first two edges that differ decide which way they go.
    differ = before != after
    first = np.logical_and(differ, np.cumsum(differ.astype(I64)) == 1)
    rises = np.logical_or(np.any(first & (before < after)), np.logical_not(np.any(differ)))
    wrong = np.where(rises, np.any(before > after), np.any(before < after))
    message = "bins must be monotonically increasing or decreasing"
    check(np.logical_not(wrong), message=message, error="ValueError")
    rising = np.searchsorted(bins, x, side)
    falling = bins.shape[0] - np.searchsorted(np.flip(bins), x, side)
    found = np.where(rises, rising, falling)
    return found if rising.ndim else found[()]


@op(
    call="a, bins, range, density, weights", numpy=("histogram",), strong=False, parts=tuple,
    sizes=("bins",),
)  # fmt: skip
def histogram(
    a: Any, bins: Any = None, weights: Any = None, *, range: Any = None, density: Any = None
) -> Any:
    """How many elements are in each bin, and the edges of the bins.

    `bins` is their edges, or their number, 10 by default, for bins of one width from the least to
    the greatest element, or over `range`. The last bin has its right edge too. With `weights` each
    element counts as much as its weight, in the dtype of these. With `density` the counts become a
    density of probability. ValueError for bins that do not rise, or are not finite.

    >>> counts, edges = np.histogram(np.array([1.0, 2.0, 1.0]), bins=2)
    >>> counts, edges
    (array([2, 1]), array([1. , 1.5, 2. ]))
    """
    return np.histogram(a, 10 if bins is None else bins, range, density, weights)


@histogram.expansion
def _(a: Any, bins: Any, weights: Any, *, range: Any, density: Any) -> Any:
    flat = _flat(a, "histogram")
    if weights is not None:
        weights = _weights(a, weights)
    if _are_edges(bins):
        counts, edges = _between_edges(flat, bins, weights), bins
    else:
        counts, edges = _in_even(flat, bins, range, weights)
    if not density:
        return counts, edges
    return counts / np.diff(edges).astype(F64) / np.sum(counts), edges


@op(
    call="a, bins, range, weights", numpy=("histogram_bin_edges",), strong=False, sizes=("bins",)
)  # fmt: skip
def histogram_bin_edges(a: Any, bins: Any = None, *, range: Any = None) -> Any:
    """The edges of the bins that `histogram` counts in.

    >>> np.histogram_bin_edges(np.array([1.0, 2.0, 1.0]), bins=2)
    array([1. , 1.5, 2. ])
    """
    return np.histogram_bin_edges(a, 10 if bins is None else bins, range)


@histogram_bin_edges.expansion
def _(a: Any, bins: Any, *, range: Any) -> Any:
    flat = _flat(a, "histogram_bin_edges")
    if not _are_edges(bins):
        return _even_edges(flat, _number_of(bins), range)[0]
    _check_rise(bins)
    return np.copy(bins)


def _flat(a: Any, name: str) -> Any:
    """The elements in row-major order; bools as numbers."""
    if is_complex(a.dtype) or a.dtype == BY_NAME["bf16"]:
        raise RuleError("dtype-mismatch", f"`{name}` of {dtype_name(a.dtype)} is not defined")
    return np.ravel(a.astype(np.uint8) if a.dtype == BOOL else a)


def _weights(a: Any, weights: Any) -> Any:
    """A number for each element, in row-major order."""
    if is_complex(weights.dtype) or weights.dtype in (BOOL, BY_NAME["bf16"], BY_NAME["u64"]):
        message = f"weights of {dtype_name(weights.dtype)} are not defined here"
        raise RuleError("dtype-mismatch", message, help="cast them: `weights.astype(np.float64)`")
    check_same_shape(a, weights, ("a", "weights"))
    return np.ravel(weights)


def _are_edges(bins: Any) -> bool:
    return bool(hasattr(bins, "ndim") and bins.ndim)


def _number_of(bins: Any) -> Size:
    """How many bins there are."""
    number: Size = 10 if bins is None else as_dim(bins, low=0)
    return number


def _check_rise(edges: Any) -> None:
    check_rank(edges, 1, "bins", "[edges]")
    message = "`bins` must increase monotonically, when an array"
    falls = np.any(edges[:-1] > edges[1:])
    check(np.logical_not(falls), message=message, error=_ERROR)


def _between_edges(flat: Any, edges: Any, weights: Any) -> Any:
    """How many elements are between neighbouring edges, or what they weigh."""
    _check_rise(edges)
    order = None if weights is None else np.argsort(flat, kind="stable")
    ordered = np.sort(flat) if order is None else flat[order]
    left = np.searchsorted(ordered, edges[:-1], "left")
    right = np.searchsorted(ordered, edges[-1:], "right")
    places = np.concatenate((left, right))
    if weights is None:
        return np.diff(places)
    sums = np.cumsum(weights[order])
    below = np.concatenate((zeros((1,), sums.dtype), sums))
    return np.diff(below[places].astype(weights.dtype))


def _in_even(flat: Any, bins: Any, range: Any, weights: Any) -> tuple[Any, Any]:
    """How many elements are in bins of one width, or what they weigh, and the edges of these."""
    count = _number_of(bins)
    edges, first, last, width = _even_edges(flat, count, range)
    within = np.logical_and(flat >= first, flat <= last)
    value = flat.astype(edges.dtype)
    place = np.where(within, (value - first) / width * count, 0)
    number = np.minimum(place.astype(I64), as_scalar(count) - 1)
    # The division may be off by the last digit: the edges decide.
    number = number - (value < edges[number]).astype(I64)
    beyond = np.logical_and(value >= edges[number + 1], number != count - 1)
    number = number + beyond.astype(I64)
    key = Key((np.where(within, number, as_scalar(count)),))
    if weights is None:
        return add_at(zeros((count + 1,), I64), key, 1)[:count], edges
    # NumPy adds weights in f64, whatever they are.
    total = add_at(zeros((count + 1,), F64), key, weights.astype(F64))[:count]
    return total.astype(weights.dtype), edges


def _even_edges(flat: Any, count: Size, range: Any) -> tuple[Any, Any, Any, Any]:
    """The edges of bins of one width, the first and the last, and how far these are apart."""
    check(as_scalar(count) > 0, message="`bins` must be positive, when an integer", error=_ERROR)
    first, last, width, dtype = _ends(flat) if range is None else _given_ends(flat, range)
    edges = linspace(first, last, count + 1, dtype=dtype)
    if range is None and dtype != F64:  # NumPy computes the edges around nothing in f64
        nothing = linspace(0.0, 1.0, count + 1, dtype=dtype)
        edges = np.where(as_scalar(flat.shape[0]) == 0, nothing, edges)
    message = "Too many bins for data range. Cannot create so many finite-sized bins."
    check(np.all(edges[:-1] < edges[1:]), message=message, error=_ERROR)
    return edges, first, last, width


_ERROR = "ValueError"


def _ends(flat: Any) -> tuple[Any, Any, Any, np.dtype]:
    """The first and the last edge, how far they are apart, and the dtype of edges."""
    integers = is_integer(flat.dtype)
    least: Any = np.iinfo(flat.dtype).min if integers else -np.inf
    greatest: Any = np.iinfo(flat.dtype).max if integers else np.inf
    nothing = as_scalar(flat.shape[0]) == 0
    first = np.where(nothing, 0, np.min(flat, initial=greatest))
    last = np.where(nothing, 1, np.max(flat, initial=least))
    apart = last - first
    if integers:
        apart = (last.astype(np.uint64) - first.astype(np.uint64)).astype(F64)
        first, last = first.astype(F64), last.astype(F64)
    finite = np.logical_and(np.isfinite(first), np.isfinite(last))
    check(finite, message="autodetected range is not finite", error=_ERROR)
    same = first == last
    first, last = np.where(same, first - 0.5, first), np.where(same, last + 0.5, last)
    return first, last, np.where(same, last - first, apart), first.dtype


def _given_ends(flat: Any, range: Any) -> tuple[Any, Any, Any, np.dtype]:
    """The same for a range that a caller gives."""
    if not isinstance(range, tuple | list) or len(range) != 2:
        raise RuleError("argument-mismatch", "`range` is the first and the last edge")
    first, last = (attributes.number(end, "an edge") for end in range)
    if not (np.isfinite(first) and np.isfinite(last) and first <= last):
        message = f"`range` is from a number to a greater one, not from {first} to {last}"
        raise RuleError("argument-mismatch", message)
    if first == last:
        first, last = first - 0.5, last + 0.5
    dtype = np.result_type(first, last, flat.dtype)
    dtype = F64 if is_integer(dtype) else dtype
    return first, last, np.float64(last - first), dtype
