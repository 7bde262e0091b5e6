"""Percentiles: the elements below which a part of an array lies, by linear interpolation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME, dtype_name, is_integer
from dslc.ir.facts import Facts
from dslc.ir.op import Op, RuleError, op
from dslc.ir.types import Type, default_dtype, shape_of

from .control import check
from .create import cast, full
from .operands import check_at_least
from .rules import labels
from .statistics import reduction_attributes

F64, I64 = BY_NAME["f64"], BY_NAME["i64"]

_CALL = "a, q, axis, out, overwrite_input, method, keepdims"


@op(call=_CALL, numpy=("quantile",), strong=False)
def quantile(a: Any, q: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The elements below which the part `q` of the elements over axes lies, 0 <= q <= 1.

    Between two elements by linear interpolation. Of integers and f64; several `q` are a first axis
    of the result. NaN where an element is. ValueError for a `q` that is no part.

    >>> np.quantile(np.array([1.0, 2.0, 4.0]), 0.75)
    np.float64(3.0)
    """
    return np.quantile(a, q, axis=axis, keepdims=keepdims)


@op(call=_CALL, numpy=("percentile",), strong=False)
def percentile(a: Any, q: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The elements below which `q` percent of the elements over axes lie; see `quantile`.

    >>> np.percentile(np.array([1.0, 2.0, 4.0]), [50, 75])
    array([2., 3.])
    """
    return np.percentile(a, q, axis=axis, keepdims=keepdims)


@op(call=_CALL, numpy=("nanquantile",), strong=False)
def nanquantile(a: Any, q: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Quantiles over axes of the elements that are not NaN; NaN where there is none.

    >>> np.nanquantile(np.array([1.0, np.nan, 2.0]), 0.5)
    np.float64(1.5)
    """
    return np.nanquantile(a, q, axis=axis, keepdims=keepdims)


@op(call=_CALL, numpy=("nanpercentile",), strong=False)
def nanpercentile(a: Any, q: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Percentiles over axes of the elements that are not NaN; NaN where there is none.

    >>> np.nanpercentile(np.array([1.0, np.nan, 2.0]), 50)
    np.float64(1.5)
    """
    return np.nanpercentile(a, q, axis=axis, keepdims=keepdims)


# --- what is refused ------------------------------------------------------------------------------


def _check_operands(record: Op, a: Type, q: Type) -> None:
    """Refuse dtypes for which versions of NumPy differ, and what has no parts.

    Raises:
        RuleError: `dtype-mismatch`, `rank-mismatch`.
    """
    name, roles = f"`{record.name}`", ("this", "the part")
    if not shape_of(a):
        raise RuleError("rank-mismatch", f"{name} needs an array with axes", labels((a, q), roles))
    dtype = default_dtype(a)
    if dtype != F64 and not is_integer(dtype):
        raise RuleError(
            "dtype-mismatch",
            f"what {name} gives of {dtype_name(dtype)} depends on the version of NumPy",
            {0: f"this is {a}"},
            help="cast it first, as in `x.astype(np.float64)`",
        )
    parts = default_dtype(q)
    if parts != F64 and not is_integer(parts):
        raise RuleError("dtype-mismatch", f"`q` of {name} is of f64", {1: f"this is {q}"})
    if len(shape_of(q)) > 1:
        raise RuleError("rank-mismatch", f"`q` of {name} has one axis at most", {1: f"it is {q}"})


def _complete(record: Op, *, percent: bool, ignores_nan: bool) -> None:
    @record.normal
    def _(facts: Facts, a: Type, q: Type, **given: Any) -> dict[str, Any]:
        _check_operands(record, a, q)
        return reduction_attributes(record, a, given)

    @record.expansion
    def _(a: Any, q: Any, *, axis: tuple[int, ...], keepdims: bool) -> Any:
        part = cast(q, F64) / 100.0 if percent else cast(q, F64)
        bounds = "Percentiles must be in the range [0, 100]"
        message = bounds if percent else "Quantiles must be in the range [0, 1]"
        within = np.all(np.logical_and(part >= 0.0, part <= 1.0))
        check(within, message=message, error="ValueError")
        lines = _lines(a, axis)
        parts = part if part.ndim else full((1,), part, F64)
        found = _nan_parts(lines, parts) if ignores_nan else _parts(lines, parts)
        if keepdims:
            found = np.expand_dims(found, tuple(number + 1 for number in axis))
        return found if part.ndim else found[0]


for _record in (quantile, percentile, nanquantile, nanpercentile):
    _complete(
        _record,
        percent="percentile" in _record.name,
        ignores_nan=_record.name.startswith("nan"),
    )


# --- what they are made of ------------------------------------------------------------------------


def _lines(x: Any, axis: Sequence[int]) -> Any:
    """What lies over some axes as one first axis, in ascending order."""
    kept = [number for number in range(x.ndim) if number not in axis]
    lines = np.transpose(x, (*axis, *kept))
    if len(axis) != 1:
        lines = np.reshape(lines, (-1, *lines.shape[len(axis) :]))
    return np.sort(lines, axis=0)


def _parts(lines: Any, q: Any) -> Any:
    """The quantiles of lines, along a new first axis."""
    last = lines.shape[0] - 1
    at = last * q
    low, high, weight = _neighbours(at, last)
    weight = np.reshape(weight, (q.shape[0], *(1,) * (lines.ndim - 1)))
    found = _between(lines[low], lines[high], weight)
    if is_integer(lines.dtype):
        return found
    return np.where(np.isnan(lines[-1]), np.nan, found)


def _nan_parts(lines: Any, q: Any) -> Any:
    """The quantiles of the elements of lines that are not NaN, along a new first axis."""
    for size in lines.shape:
        check_at_least(size, 1, "NaN of no elements has another shape in NumPy")
    if is_integer(lines.dtype):
        return _parts(lines, q)
    count = np.sum(np.logical_not(np.isnan(lines)), axis=0)
    last = (count - 1).astype(F64)
    at = last * np.reshape(q, (q.shape[0], *(1,) * (lines.ndim - 1)))
    low, high, weight = _neighbours(at, last)
    start = np.take_along_axis(lines, np.maximum(low, 0), axis=0)
    end = np.take_along_axis(lines, np.maximum(high, 0), axis=0)
    return np.where(count == 0, np.nan, _between(start, end, weight))


def _neighbours(at: Any, last: Any) -> tuple[Any, Any, Any]:
    """The positions around each place, and how far it is from the first to the second."""
    before = np.floor(at)
    beyond = at >= last
    low = np.where(beyond, last, before).astype(I64)
    high = np.where(beyond, last, before + 1.0).astype(I64)
    return low, high, at - np.where(beyond, -1.0, before)


def _between(low: Any, high: Any, weight: Any) -> Any:
    """From one end to the other, computed from the nearer one."""
    width = high - low
    return np.where(weight >= 0.5, high - width * (1 - weight), low + width * weight)
