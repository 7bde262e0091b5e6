"""Statistics over axes, in the steps in which NumPy takes them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max
from dslc.ir.dtypes import BY_NAME, is_complex, is_inexact
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import Op, RuleError, op
from dslc.ir.types import Type, default_dtype, shape_of

from . import attributes
from .control import check
from .create import as_scalar
from .rules import array, labels

BF16, F64, I64 = (BY_NAME[name] for name in ("bf16", "f64", "i64"))

# --- variance -----------------------------------------------------------------------------------


@op(call="x, axis, dtype, out, ddof, keepdims", numpy=("var",),
    methods=("var",), strong=False)  # fmt: skip
def var(
    x: Any,
    *,
    axis: Any = None,
    dtype: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
) -> Any:
    """Mean of the squared distances from the mean over axes, a float also for integers.

    The number of elements less `ddof` divides the sum. NaN over nothing.

    >>> np.var(np.array([1.0, 2.0, 3.0, 4.0]), ddof=1)
    np.float64(1.6666666666666667)
    """
    return np.var(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)


@op(call="x, axis, dtype, out, ddof, keepdims", numpy=("std",),
    methods=("std",), strong=False)  # fmt: skip
def std(
    x: Any,
    *,
    axis: Any = None,
    dtype: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
) -> Any:
    """Standard deviation over axes: the square root of `var`.

    >>> np.std(np.array([[1.0, 3.0], [2.0, 6.0]]), axis=1)
    array([1., 2.])
    """
    return np.std(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)


def deviation_normal(record: Op) -> None:
    """The canonical attributes of `var` and its like."""

    @record.normal
    def _(facts: Facts, x: Type, *, ddof: Any, **given: Any) -> dict[str, Any]:
        canonical = reduction_attributes(record, x, given)
        return {**canonical, "ddof": attributes.number(ddof, "`ddof`")}


def reduction_attributes(record: Op, x: Type, given: dict[str, Any]) -> dict[str, Any]:
    """The canonical axes, dtype (a float's) and flag of an op on an array.

    Raises:
        RuleError: for a value that is no array, an axis it has not, an integer for the dtype.
    """
    what = f"`{record.name}`"
    canonical = {**given, "axis": attributes.axes(given["axis"], array(x, what).rank, what)}
    refuse_bf16(what, x)
    if given.get("dtype") is not None:
        canonical["dtype"] = attributes.dtype(given["dtype"])
        if canonical["dtype"].kind != "f":
            raise RuleError("dtype-mismatch", f"the dtype of {what} is f16, f32 or f64")
    return {**canonical, "keepdims": attributes.flag(given["keepdims"], "`keepdims`")}


def refuse_bf16(what: str, *types: Type) -> None:
    """Refuse bf16, which NumPy takes for no float."""
    for number, type_ in enumerate(types):
        if default_dtype(type_) == BF16:
            labelled = {number: f"this is {type_}"}
            raise RuleError(
                "dtype-mismatch", f"{what} is not defined for bf16", labelled, help="cast to f32"
            )


deviation_normal(var)
deviation_normal(std)


@var.expansion
def _(x: Any, *, axis: tuple[int, ...], dtype: Any, ddof: Any, keepdims: bool) -> Any:
    count = as_scalar(extent(x.shape, axis))
    if dtype is None and not is_inexact(x.dtype):
        dtype = F64
    total = np.sum(x, axis=axis, dtype=dtype, keepdims=True)
    distance = x - (total / count).astype(total.dtype)
    squares = np.sum(squared(distance), axis=axis, dtype=dtype, keepdims=keepdims)
    return (squares / np.maximum(count - ddof, 0)).astype(squares.dtype)


def squared(x: Any) -> Any:
    """The square of the absolute value of each element."""
    if not is_complex(x.dtype):
        return x * x
    real, imaginary = np.real(x), np.imag(x)
    return real * real + imaginary * imaginary


@std.expansion
def _(x: Any, **given: Any) -> Any:
    return np.sqrt(var(x, **given))


def extent(shape: Sequence[Size], axis: Sequence[int]) -> Size:
    """How many elements these axes have together."""
    return prod((shape[number] for number in axis), start=1)


# --- range, mean, median ------------------------------------------------------------------------


@op(call="x, axis, out, keepdims", numpy=("ptp",), strong=False)
def ptp(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Greatest element less the smallest one over axes. ValueError over an axis of size 0.

    >>> np.ptp(np.array([[1, 5], [2, 3]]), axis=1)
    array([4, 1])
    """
    return np.ptp(x, axis=axis, keepdims=keepdims)


@ptp.normal
def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
    return reduction_attributes(ptp, x, given)


@ptp.expansion
def _(x: Any, *, axis: tuple[int, ...], keepdims: bool) -> Any:
    greatest = np.max(x, axis=axis, keepdims=keepdims)
    return greatest - np.min(x, axis=axis, keepdims=keepdims)


@op(call="x, axis, weights, returned, keepdims", numpy=("average",), strong=False)
def average(x: Any, weights: Any = None, *, axis: Any = None, keepdims: Any = False) -> Any:
    """Mean over axes, each element as often as its weight says.

    The weights have the shape of `x`, or that of the axes. ZeroDivisionError where they sum to 0,
    and without weights where the result has no element.

    >>> np.average(np.array([1.0, 2.0, 4.0]), weights=np.array([1.0, 1.0, 2.0]))
    np.float64(2.75)
    """
    return np.average(x, axis=axis, weights=weights, keepdims=keepdims)


@average.normal
def _(facts: Facts, x: Type, weights: Type | None, **given: Any) -> dict[str, Any]:
    canonical = reduction_attributes(average, x, given)
    if weights is None:
        return canonical
    refuse_bf16("`average`", x, weights)
    own, full = shape_of(array(weights, "a weight", 1)), shape_of(x)
    if len(own) != len(full):
        if given["axis"] is None:
            raise RuleError("argument-mismatch", "weights of another shape need an `axis`")
        full = tuple(full[number] for number in _in_order(given["axis"], len(full)))
    try:
        if len(own) != len(full):
            raise DimMismatch(len(own), len(full))
        for size, whole in zip(own, full, strict=True):
            facts.meet(size, whole)
    except DimMismatch:
        roles = ("this", "the array of weights")
        message = "the weights have neither this shape nor that of the axes"
        raise RuleError("shape-mismatch", message, labels((x, weights), roles)) from None
    if not isinstance(given["axis"], tuple | list) or list(canonical["axis"]) == list(
        _in_order(given["axis"], len(shape_of(x)))
    ):
        return canonical
    raise RuleError("argument-mismatch", "the axes of `average` stand in ascending order")


def _in_order(axis: Any, rank: int) -> tuple[int, ...]:
    """The axes as they are listed, counted from the front."""
    listed = axis if isinstance(axis, tuple | list) else (axis,)
    return tuple(attributes.axis(number, rank, "`average`") for number in listed)


@average.expansion
def _(x: Any, weights: Any, *, axis: tuple[int, ...], keepdims: bool) -> Any:
    if weights is None:
        kept = extent(x.shape, [number for number in range(x.ndim) if number not in axis])
        check(as_scalar(kept) > 0, message="division by zero", error="ZeroDivisionError")
        return np.mean(x, axis=axis, keepdims=keepdims)
    dtype = np.result_type(x.dtype, weights.dtype, *([] if is_inexact(x.dtype) else [F64]))
    if weights.ndim != x.ndim:
        shape = [size if number in axis else 1 for number, size in enumerate(x.shape)]
        weights = np.reshape(weights, tuple(shape))
    scale = np.sum(weights, axis=axis, dtype=dtype, keepdims=keepdims)
    message = "Weights sum to zero, can't be normalized"
    check(np.logical_not(np.any(scale == 0.0)), message=message, error="ZeroDivisionError")
    products = x.astype(dtype) * weights.astype(dtype)
    return np.sum(products, axis=axis, keepdims=keepdims) / scale


@op(call="x, axis, out, overwrite_input, keepdims", numpy=("median",), strong=False)
def median(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Middle element in ascending order over axes, or the mean of the two middle ones.

    A float also for integers; NaN over nothing and where an element is NaN, of complex ones the
    last in their order.

    >>> np.median(np.array([[3, 1, 2], [7, 9, 8]]), axis=1)
    array([2., 8.])
    """
    return np.median(x, axis=axis, keepdims=keepdims)


@median.normal
def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
    if not shape_of(x):
        raise RuleError("rank-mismatch", "`median` needs an array with axes", labels((x,)))
    return reduction_attributes(median, x, given)


@median.expansion
def _(x: Any, *, axis: tuple[int, ...], keepdims: bool) -> Any:
    kept = [number for number in range(x.ndim) if number not in axis]
    lines = np.transpose(x, (*kept, *axis))
    if len(axis) != 1:
        lines = np.reshape(lines, (*lines.shape[: len(kept)], -1))
    size = lines.shape[-1]
    ascending = np.sort(lines, axis=-1)
    # One element of an odd number, two of an even one: their mean is exact for one.
    found = np.mean(ascending[..., dim_max((size - 1) // 2, 0) : size // 2 + 1], axis=-1)
    if is_inexact(x.dtype):
        # NaN stands last, a complex one with what its other part is; nothing has no last one.
        last = np.sum(ascending[..., dim_max(size - 1, 0) :], axis=-1)
        found = np.where(np.isnan(last), last, found)
        found = found if kept else found[()]
    return np.expand_dims(found, axis) if keepdims else found


# --- counting -----------------------------------------------------------------------------------


@op(call="x, axis, keepdims", numpy=("count_nonzero",), strong=False)
def count_nonzero(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """How many elements over axes are not 0, as i64; NaN is not.

    One of `axis` and `keepdims` is given: of all elements, some versions of NumPy count a Python
    int and others a NumPy one.

    >>> np.count_nonzero(np.array([[0, 1], [2, 3]]), axis=1)
    array([1, 2])
    """
    return np.count_nonzero(x, axis=axis, keepdims=keepdims)


@count_nonzero.normal
def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
    canonical = reduction_attributes(count_nonzero, x, given)
    if given["axis"] is None and not canonical["keepdims"]:
        raise RuleError(
            "argument-mismatch",
            "what `count_nonzero` gives without an axis depends on the version of NumPy",
            help="write `np.sum(x != 0)`",
            instead="np.sum({0:atom} != 0)",
        )
    return canonical


@count_nonzero.expansion
def _(x: Any, *, axis: tuple[int, ...], keepdims: bool) -> Any:
    return np.sum(x != 0, axis=axis, dtype=I64, keepdims=keepdims)
