"""Reductions and cumulative ops that leave NaNs out, in the steps in which NumPy takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, BY_NAME, dtype_name, is_complex
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import Type, shape_of

from . import attributes
from .control import check
from .create import as_scalar, full
from .operands import HALVES
from .order import argmax, argmin
from .reduce import complete_reduction, extreme, over_nothing
from .rules import EITHER_ZERO, array
from .scan import cumprod, cumsum
from .statistics import deviation_normal, extent, reduction_attributes, refuse_bf16, var

I64 = BY_NAME["i64"]


def _without_nan(x: Any, value: float) -> Any:
    """The array with another value for every NaN."""
    return np.where(np.isnan(x), value, x) if _has_nan(x) else x


def _has_nan(x: Any) -> bool:
    """Whether NaN is an element of the dtype."""
    return bool(x.dtype.kind in "fc")


# --- sums ---------------------------------------------------------------------------------------


@op(call="x, axis, dtype, out, keepdims, initial, where", numpy=("nansum",), strong=False)
def nansum(x: Any, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Sum over axes, in `dtype`; NaN counts as 0.

    >>> np.nansum(np.array([1.0, np.nan, 2.0]))
    np.float64(3.0)
    """
    return np.nansum(x, axis=axis, dtype=dtype, keepdims=keepdims)


@op(call="x, axis, dtype, out, keepdims, initial, where", numpy=("nanprod",), strong=False)
def nanprod(x: Any, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Product over axes, in `dtype`; NaN counts as 1.

    >>> np.nanprod(np.array([4.0, np.nan, 2.0]))
    np.float64(8.0)
    """
    return np.nanprod(x, axis=axis, dtype=dtype, keepdims=keepdims)


@nansum.expansion
def _(x: Any, **given: Any) -> Any:
    return np.sum(_without_nan(x, 0), **given)


@nanprod.expansion
def _(x: Any, **given: Any) -> Any:
    return np.prod(_without_nan(x, 1), **given)


def _sum_normal(record: Op) -> None:
    @record.normal
    def _(facts: Facts, x: Type, *, dtype: Any, **given: Any) -> dict[str, Any]:
        canonical = reduction_attributes(record, x, given)
        return {**canonical, "dtype": None if dtype is None else attributes.dtype(dtype)}


_sum_normal(nansum)
_sum_normal(nanprod)

# --- mean and variance --------------------------------------------------------------------------


@op(call="x, axis, dtype, out, keepdims, where", numpy=("nanmean",), strong=False)
def nanmean(x: Any, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Mean over axes of the elements that are not NaN; NaN where there are none.

    >>> np.nanmean(np.array([1.0, np.nan, 2.0]))
    np.float64(1.5)
    """
    return np.nanmean(x, axis=axis, dtype=dtype, keepdims=keepdims)


@nanmean.normal
def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
    return reduction_attributes(nanmean, x, given)


@nanmean.expansion
def _(x: Any, *, axis: tuple[int, ...], dtype: Any, keepdims: bool) -> Any:
    if not _has_nan(x):
        return np.mean(x, axis=axis, dtype=dtype, keepdims=keepdims)
    total = np.sum(_without_nan(x, 0), axis=axis, dtype=dtype, keepdims=keepdims)
    return (total / _count(x, axis, keepdims)).astype(total.dtype)


def _count(x: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
    """How many elements are not NaN."""
    return np.sum(np.logical_not(np.isnan(x)), axis=axis, dtype=I64, keepdims=keepdims)


@op(call="x, axis, dtype, out, ddof, keepdims", numpy=("nanvar",),
    strong=False)  # fmt: skip
def nanvar(
    x: Any,
    *,
    axis: Any = None,
    dtype: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
) -> Any:
    """`var` over axes of the elements that are not NaN; NaN where there are no more than `ddof`.

    >>> np.nanvar(np.array([1.0, np.nan, 3.0]))
    np.float64(1.0)
    """
    return np.nanvar(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)


@op(call="x, axis, dtype, out, ddof, keepdims", numpy=("nanstd",),
    strong=False)  # fmt: skip
def nanstd(
    x: Any,
    *,
    axis: Any = None,
    dtype: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
) -> Any:
    """Standard deviation over axes of the elements that are not NaN: the square root of `nanvar`.

    >>> np.nanstd(np.array([1.0, np.nan, 5.0]))
    np.float64(2.0)
    """
    return np.nanstd(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)


deviation_normal(nanvar)
deviation_normal(nanstd)


@nanvar.expansion
def _(x: Any, *, axis: tuple[int, ...], dtype: Any, ddof: Any, keepdims: bool) -> Any:
    if not _has_nan(x):
        return var(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)
    numbers = _without_nan(x, 0)
    total = np.sum(numbers, axis=axis, dtype=dtype, keepdims=True)
    mean = (total / _count(x, axis, True)).astype(total.dtype)
    distance = np.where(np.isnan(x), 0, (numbers - mean).astype(x.dtype))
    squares = np.sum(_squared(distance), axis=axis, dtype=dtype, keepdims=keepdims)
    free = _count(x, axis, keepdims) - ddof
    found = np.where(free <= 0, np.nan, (squares / free).astype(squares.dtype))
    return found if squares.ndim else found[()]


def _squared(x: Any) -> Any:
    """Each element times its conjugate, which `nanvar` multiplies where `var` adds two squares."""
    return np.real(x * np.conjugate(x)) if is_complex(x.dtype) else x * x


@nanstd.expansion
def _(x: Any, **given: Any) -> Any:
    return np.sqrt(nanvar(x, **given))


# --- median -------------------------------------------------------------------------------------


@op(call="x, axis, out, overwrite_input, keepdims", numpy=("nanmedian",), strong=False)
def nanmedian(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """`median` over axes of the elements that are not NaN; NaN where there are none.

    >>> np.nanmedian(np.array([[3.0, np.nan, 2.0], [7.0, 9.0, 8.0]]), axis=1)
    array([2.5, 8. ])
    """
    return np.nanmedian(x, axis=axis, keepdims=keepdims)


@nanmedian.normal
def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
    dtype = array(x, "`nanmedian`").dtype
    if not shape_of(x):
        raise RuleError(
            "rank-mismatch", "`nanmedian` needs an array with axes", {0: f"this is {x}"}
        )
    if is_complex(dtype) or dtype in (BOOL, *HALVES):
        message = f"`nanmedian` of {dtype_name(dtype)} is not defined"
        raise RuleError("dtype-mismatch", message, {0: f"this is {x}"}, "cast it to f64")
    return reduction_attributes(nanmedian, x, given)


@nanmedian.expansion
def _(x: Any, *, axis: tuple[int, ...], keepdims: bool) -> Any:
    kept = [number for number in range(x.ndim) if number not in axis]
    lines = np.transpose(x if _has_nan(x) else x.astype(np.float64), (*kept, *axis))
    if len(axis) != 1:
        lines = np.reshape(lines, (*lines.shape[: len(kept)], -1))
    nothing = full((*lines.shape[:-1], 1), np.nan, lines.dtype)
    lines = np.sort(np.concatenate((lines, nothing), axis=-1), axis=-1)  # NaN comes last
    count = np.sum(np.logical_not(np.isnan(lines)), axis=-1, keepdims=True)
    low = np.take_along_axis(lines, np.maximum((count - 1) // 2, 0), axis=-1)
    high = np.take_along_axis(lines, count // 2, axis=-1)
    found = np.where(count % 2 == 1, low, (low + high) / 2)[..., 0]
    found = np.where(count[..., 0] == 0, np.nan, found)
    found = found if kept else found[()]
    return np.expand_dims(found, axis) if keepdims else found


# --- extremes -----------------------------------------------------------------------------------


@op(
    call="x, axis, out, keepdims, initial, where",
    numpy=("nanmax", "fmax.reduce"),
    strong=False,
    never_none=("where",),
    effects=Effects.RAISES,
    ulp=EITHER_ZERO,
)
def nanmax(
    x: Any, where: Any = None, *, axis: Any = None, keepdims: bool = False, initial: Any = None
) -> Any:
    """Greatest of `initial` and the elements over axes that are not NaN; NaN where there are none.

    Without `initial` ValueError over an axis of size 0. With `where` it must be given. Of 0.0 and
    -0.0 either one, as in NumPy.

    >>> np.nanmax(np.array([[1.0, np.nan], [3.0, 2.0]]), axis=1)
    array([1., 3.])
    """
    return extreme(np.nanmax, x, where, axis, keepdims, initial)


@op(
    call="x, axis, out, keepdims, initial, where",
    numpy=("nanmin", "fmin.reduce"),
    strong=False,
    never_none=("where",),
    effects=Effects.RAISES,
    ulp=EITHER_ZERO,
)
def nanmin(
    x: Any, where: Any = None, *, axis: Any = None, keepdims: bool = False, initial: Any = None
) -> Any:
    """Smallest of `initial` and the elements over axes that are not NaN; NaN where there are none.

    Without `initial` ValueError over an axis of size 0. With `where` it must be given. Of 0.0 and
    -0.0 either one, as in NumPy.

    >>> np.nanmin(np.array([[1.0, np.nan], [3.0, 2.0]]), axis=1)
    array([1., 2.])
    """
    return extreme(np.nanmin, x, where, axis, keepdims, initial)


def _complete_extreme(record: Op, function: Callable[..., Any]) -> None:
    complete_reduction(record, function)
    plain = record.normalize

    @record.normal
    def _(facts: Facts, x: Type, where: Type | None, **given: Any) -> dict[str, Any]:
        assert plain is not None
        array(x, f"`{record.name}`")  # of others NumPy takes NaN for an element
        return plain(facts, x, where, **given)


_complete_extreme(nanmax, np.nanmax)
_complete_extreme(nanmin, np.nanmin)
nanmax.can_raise(over_nothing)
nanmin.can_raise(over_nothing)


@op(call="x, axis, out, keepdims", numpy=("nanargmax",), strong=False)
def nanargmax(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Index of the greatest element along an axis that is not NaN, the first where several are.

    ValueError along an axis of size 0, and where all elements are NaN.

    >>> np.nanargmax(np.array([1.0, np.nan, 3.0]))
    np.int64(2)
    """
    return np.nanargmax(x, axis=axis, keepdims=keepdims)


@op(call="x, axis, out, keepdims", numpy=("nanargmin",), strong=False)
def nanargmin(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Index of the smallest element along an axis that is not NaN, the first where several are.

    ValueError along an axis of size 0, and where all elements are NaN.

    >>> np.nanargmin(np.array([np.nan, 2.0, 1.0]))
    np.int64(2)
    """
    return np.nanargmin(x, axis=axis, keepdims=keepdims)


def _complete_arg(record: Op, plain: Op, worst: float) -> None:
    @record.normal
    def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
        assert plain.normalize is not None
        refuse_bf16(f"`{record.name}`", x)
        return plain.normalize(facts, x, **given)

    @record.expansion
    def _(x: Any, *, axis: int | None, keepdims: bool) -> Any:
        if _has_nan(x):
            empty = np.any(np.all(np.isnan(x), axis=axis))
            size = as_scalar(extent(x.shape, range(x.ndim)))
            usable = np.logical_not(np.logical_and(empty, size > 0))
            check(usable, message="All-NaN slice encountered", error="ValueError")
        return plain(_without_nan(x, worst), axis=axis, keepdims=keepdims)


_complete_arg(nanargmax, argmax, -np.inf)
_complete_arg(nanargmin, argmin, np.inf)

# --- cumulative ---------------------------------------------------------------------------------


@op(call="x, axis, dtype, out", numpy=("nancumsum",), strong=False)
def nancumsum(x: Any, *, axis: Any = None, dtype: Any = None) -> Any:
    """Sums of the elements up to each one along an axis; NaN counts as 0.

    >>> np.nancumsum(np.array([1.0, np.nan, 2.0]))
    array([1., 1., 3.])
    """
    return np.nancumsum(x, axis=axis, dtype=dtype)


@op(call="x, axis, dtype, out", numpy=("nancumprod",), strong=False)
def nancumprod(x: Any, *, axis: Any = None, dtype: Any = None) -> Any:
    """Products of the elements up to each one along an axis; NaN counts as 1.

    >>> np.nancumprod(np.array([2.0, np.nan, 3.0]))
    array([2., 2., 6.])
    """
    return np.nancumprod(x, axis=axis, dtype=dtype)


def _complete_scan(record: Op, plain: Op, neutral: float) -> None:
    @record.normal
    def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
        assert plain.normalize is not None
        refuse_bf16(f"`{record.name}`", x)
        return plain.normalize(facts, x, **given)

    @record.expansion
    def _(x: Any, **given: Any) -> Any:
        return plain(_without_nan(x, neutral), **given)


_complete_scan(nancumsum, cumsum, 0)
_complete_scan(nancumprod, cumprod, 1)
