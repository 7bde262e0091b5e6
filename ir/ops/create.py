"""New arrays, and conversions of values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dslc.ir.dims import Dim, Size, dim_max
from dslc.ir.dtypes import BOOL, BY_NAME, dtype_name, is_float, is_integer
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import (
    NumberType,
    ScalarType,
    TensorType,
    Type,
    default_dtype,
    number_kind,
    shape_of,
)

from . import attributes
from .rules import (
    check_truth,
    fits,
    leaves_64_bits,
    no_value,
    refuse_complex,
    refuse_joined,
    refuse_part,
    single,
)

F64, I64 = BY_NAME["f64"], BY_NAME["i64"]


# --- filled -------------------------------------------------------------------------------------


def _new(facts: Facts, *, shape: tuple[Size, ...], dtype: np.dtype) -> Type:
    return TensorType(dtype, shape)


def _new_normal(facts: Facts, *, shape: Any, dtype: Any) -> dict[str, Any]:
    canonical = F64 if dtype is None else attributes.dtype(dtype)
    return {"shape": attributes.shape(shape), "dtype": canonical}


@op(type=_new, call="shape, dtype, order", numpy=("zeros",), strong=False, effects=Effects.RAISES)
def zeros(*, shape: Any, dtype: Any = None) -> Any:
    """An array of zeros, of f64 by default; ValueError for a negative size.

    >>> np.zeros((2, 3), np.float32)
    array([[0., 0., 0.],
           [0., 0., 0.]], dtype=float32)
    """
    return np.zeros(shape, dtype)


@op(type=_new, call="shape, dtype, order", numpy=("ones",), strong=False, effects=Effects.RAISES)
def ones(*, shape: Any, dtype: Any = None) -> Any:
    """An array of ones, of f64 by default; ValueError for a negative size.

    >>> np.ones(3, np.int64)
    array([1, 1, 1])
    """
    return np.ones(shape, dtype)


zeros.normal(_new_normal)
ones.normal(_new_normal)
zeros.can_raise(lambda *, shape, dtype: attributes.may_be_negative(shape))
ones.can_raise(lambda *, shape, dtype: attributes.may_be_negative(shape))


@op(call="shape, fill_value, dtype, order", numpy=("full",), strong=False, effects=Effects.RAISES)
def full(fill_value: Any, *, shape: Any, dtype: Any = None) -> Any:
    """An array of one value, in its own dtype by default.

    ValueError for a negative size, OverflowError for a Python int that does not fit.

    >>> np.full((2, 2), 7)
    array([[7, 7],
           [7, 7]])
    """
    return np.full(shape, fill_value, dtype)


@full.normal
def _(facts: Facts, fill_value: Type, *, shape: Any, dtype: Any) -> dict[str, Any]:
    canonical = default_dtype(fill_value) if dtype is None else attributes.dtype(dtype)
    return {"shape": attributes.shape(shape), "dtype": canonical}


@full.type
def _(facts: Facts, fill_value: Type, *, shape: tuple[Size, ...], dtype: np.dtype) -> Type:
    _check_fill(fill_value, dtype, 0)
    return TensorType(dtype, shape)


@full.can_raise
def _(fill_value: Type, *, shape: tuple[Size, ...], dtype: np.dtype) -> bool:
    return attributes.may_be_negative(shape) or fits(fill_value, dtype) is not True


def _check_fill(fill_value: Type, dtype: np.dtype, number: int) -> None:
    single(fill_value, "a fill", number)
    refuse_part(fill_value, dtype, number)
    refuse_joined((fill_value,), "a fill")
    if fits(fill_value, dtype) is False:
        raise no_value(fill_value, dtype, number)


# --- like another array -------------------------------------------------------------------------


def _like(facts: Facts, x: Type, *, dtype: np.dtype) -> Type:
    return TensorType(dtype, shape_of(x))


def _like_normal(facts: Facts, x: Type, *others: Type, dtype: Any) -> dict[str, Any]:
    if dtype is not None:
        return {"dtype": attributes.dtype(dtype)}
    refuse_joined((x,), "its dtype")
    return {"dtype": default_dtype(x)}


@op(type=_like, call="x, dtype, order, subok, shape", numpy=("zeros_like",), strong=False)
def zeros_like(x: Any, *, dtype: Any = None) -> Any:
    """An array of zeros of the shape and by default the dtype of another.

    >>> np.zeros_like(np.array([1.5, 2.5]))
    array([0., 0.])
    """
    return np.zeros_like(x, dtype)


@op(type=_like, call="x, dtype, order, subok, shape", numpy=("ones_like",), strong=False)
def ones_like(x: Any, *, dtype: Any = None) -> Any:
    """An array of ones of the shape and by default the dtype of another.

    >>> np.ones_like(np.array([1.5, 2.5]))
    array([1., 1.])
    """
    return np.ones_like(x, dtype)


@op(
    call="x, fill_value, dtype, order, subok, shape",
    numpy=("full_like",),
    strong=False,
    effects=Effects.RAISES,
)
def full_like(x: Any, fill_value: Any, *, dtype: Any = None) -> Any:
    """An array of one value, of the shape and by default the dtype of another.

    OverflowError for a Python int that does not fit.

    >>> np.full_like(np.array([1, 2]), 7)
    array([7, 7])
    """
    return np.full_like(x, fill_value, dtype)


zeros_like.normal(_like_normal)
ones_like.normal(_like_normal)
full_like.normal(_like_normal)


@full_like.type
def _(facts: Facts, x: Type, fill_value: Type, *, dtype: np.dtype) -> Type:
    _check_fill(fill_value, dtype, 1)
    return TensorType(dtype, shape_of(x))


@full_like.can_raise
def _(x: Type, fill_value: Type, *, dtype: np.dtype) -> bool:
    return fits(fill_value, dtype) is not True


# --- ranges -------------------------------------------------------------------------------------


@op(call="start, stop, step, dtype", numpy=("arange",), strong=False, effects=Effects.RAISES)
def arange(*, start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Any:
    """Numbers from `start` (0 if only one bound is given) up to `stop` without it.

    Of i64 for integers and f64 for floats by default. OverflowError where `start` or `start + step`
    does not fit the dtype.

    >>> np.arange(2, 10, 3)
    array([2, 5, 8])
    """
    return np.arange(start, stop, step, dtype=dtype)


@arange.normal
def _(facts: Facts, *, start: Any, stop: Any, step: Any, dtype: Any) -> dict[str, Any]:
    start, stop = (0, start) if stop is None else (start, stop)
    bounds = {"start": start, "stop": stop, "step": 1 if step is None else step}
    floats = any(isinstance(bound, float) for bound in bounds.values())
    for name, bound in bounds.items():
        what = f"`{name}` of `arange`"
        bounds[name] = _finite(bound, what) if floats else attributes.size(bound, what)
    if isinstance(bounds["step"], Dim) or bounds["step"] == 0:
        raise RuleError("argument-mismatch", "the step of `arange` is a number that is not 0")
    default = F64 if floats else I64
    return {**bounds, "dtype": default if dtype is None else attributes.dtype(dtype)}


def _finite(bound: Any, what: str) -> int | float:
    if isinstance(bound, int | float) and not isinstance(bound, bool) and math.isfinite(bound):
        return bound
    message = f"{what} beside a float is a finite number known while building"
    raise RuleError("argument-mismatch", message)


@arange.type
def _(facts: Facts, *, start: Any, stop: Any, step: Any, dtype: np.dtype) -> Type:
    if dtype == BOOL:
        raise RuleError("dtype-mismatch", "`arange` has no bools")
    if any(isinstance(bound, float) for bound in (start, stop, step)):
        return TensorType(dtype, (max(0, math.ceil((stop - start) / step)),))
    span = stop - start if step > 0 else start - stop
    steps = (dim_max(span, 0) + abs(step) - 1) // abs(step)
    return TensorType(dtype, (steps,))


@arange.can_raise
def _(*, start: Any, stop: Any, step: Any, dtype: np.dtype) -> bool:
    if not is_integer(dtype):
        return False
    first = [start, start + step]
    return any(conversion(_number_type(number), dtype) is not True for number in first)


def _number_type(number: Any) -> NumberType:
    if isinstance(number, Dim):
        return NumberType("int", dim=number)
    return NumberType(number_kind(number), number)


# --- conversion ---------------------------------------------------------------------------------


@op(
    call="x, dtype, order, casting, subok, copy",
    numpy=("astype",),
    methods=("astype",),
    strong=False,
    effects=Effects.RAISES,
)
def cast(x: Any, *, dtype: Any) -> Any:
    """The values in another dtype, always a copy.

    `dtype` is a dtype, as in `x.astype(dtype)` (a Python number becomes a NumPy scalar), or one of
    the classes int, float and bool, as in `int(x)`, for a Python number. To an integer, a Python
    number on either side raises ValueError for NaN and OverflowError for what does not fit.

    >>> np.array([1.7, -1.7]).astype(np.int64)
    array([ 1, -1])
    """
    if _is_number_class(dtype):
        return dtype(x)
    if isinstance(x, int | float | complex) and not isinstance(x, np.generic):
        return dtype.type(x)
    return x.astype(dtype)


@cast.normal
def _(facts: Facts, x: Type, *, dtype: Any) -> dict[str, Any]:
    return {"dtype": dtype if _is_number_class(dtype) else attributes.dtype(dtype)}


@cast.type
def _(facts: Facts, x: Type, *, dtype: Any) -> Type:
    if _is_number_class(dtype):
        if dtype is bool:
            check_truth(x)
        else:
            refuse_complex((x,), f"`{dtype.__name__}`", "take its `.real`")
        single(x, f"`{dtype.__name__}`")
        return NumberType(number_kind(dtype()))
    refuse_conversion(x, dtype)
    if isinstance(x, TensorType):
        return TensorType(dtype, x.shape)
    return ScalarType(dtype)


@cast.can_raise
def _(x: Type, *, dtype: Any) -> bool:
    if dtype is float or dtype is bool:
        return False
    if dtype is not int:
        return conversion(x, dtype) is not True
    if isinstance(x, NumberType):
        return x.kind == "float" and not _finite_int(x)
    return is_float(default_dtype(x)) or default_dtype(x) == BY_NAME["u64"]


def _is_number_class(dtype: Any) -> bool:
    """Whether `cast` makes a Python number; `np.dtype("f8") == float`, so only identity tells."""
    return any(dtype is each for each in (int, float, bool))


def _finite_int(x: NumberType) -> bool:
    number = x.constant
    if not isinstance(number, int | float) or not math.isfinite(number):
        return False
    return not leaves_64_bits((number, number))


def conversion(type_: Type, dtype: np.dtype) -> bool | None:
    """Whether a value converts to a dtype without an exception; None where only a run can tell.

    Always true but for Python numbers that become integers.
    """
    if not isinstance(type_, NumberType) or not is_integer(dtype):
        return True
    if type_.kind != "float":
        return fits(type_, dtype)
    if type_.constant is None:
        return None
    try:
        dtype.type(type_.constant)
    except (ValueError, OverflowError):
        return False
    return True


def refuse_conversion(type_: Type, dtype: np.dtype, number: int = 0) -> None:
    """Refuse a value that never converts, or whose conversion depends on the path taken.

    Raises:
        RuleError: `integer-overflow`, `joined-arithmetic`; `dtype-mismatch` for complex to real.
    """
    refuse_part(type_, dtype, number)
    if conversion(type_, dtype) is False:
        raise no_value(type_, dtype, number)
    joined = getattr(type_, "joined", False) and is_float(default_dtype(type_))
    # It may have been an integer, which wraps where a float has no fixed result.
    if joined and is_integer(dtype) and dtype != I64:
        raise RuleError(
            "joined-arithmetic",
            f"the conversion to {dtype_name(dtype)} depends on the path taken",
            {number: f"this is {type_}"},
            help="cast it to i64 first",
        )


@op(strong=False)
def as_scalar(x: Any) -> Any:
    """A Python number as the NumPy scalar that `np.add` makes of it; anything else unchanged."""
    if isinstance(x, np.ndarray | np.generic):
        return x
    return np.dtype(type(x)).type(x)


@as_scalar.type
def _(facts: Facts, x: Type) -> Type:
    return ScalarType(default_dtype(x)) if isinstance(x, NumberType) else x
