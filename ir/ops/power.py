"""Powers: Python's operator `**` and NumPy's `power`, which may differ in the last place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.bounds import Bounds
from dslc.ir.dtypes import BOOL, is_integer
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import (
    FLOAT,
    INT,
    NumberType,
    TensorType,
    Type,
    default_dtype,
    is_number,
    shape_of,
)

from .rules import (
    all_numbers,
    elementwise,
    int_bounds,
    labels,
    leaves_64_bits,
    loop_of,
    may_overflow,
    number_kinds,
    refuse_complex_numbers,
    refuse_joined,
)

_on_arrays = elementwise(np.power)


@op(type=_on_arrays, numpy=("power", "pow"), strong=False, effects=Effects.RAISES, ulp=1)
def power(x: Any, y: Any) -> Any:
    """NumPy's `power` of each pair of elements; ValueError for an integer to a negative integer.

    >>> np.power(np.array([2, 3]), 3)
    array([ 8, 27])
    """
    return np.power(x, y)


@power.can_raise
def _(x: Type, y: Type) -> bool:
    return _negative_exponent((x, y)) or may_overflow(np.power, (x, y))


@op(operator="**", effects=Effects.RAISES, ulp=1)
def pow_(x: Any, y: Any) -> Any:
    """`x ** y` of each pair of elements.

    Python's on Python numbers, where it must be known whether the result is an int, a float or
    complex; otherwise NumPy's, which takes short cuts for some exponents. ValueError for an integer
    to a negative integer in NumPy.

    >>> np.array([2.0, 3.0]) ** 0.5
    array([1.41421356, 1.73205081])
    """
    if type(x) is int and type(y) is int and abs(x) > 1 and y > 64:
        return x**64  # in place of a number of any length: it too leaves 64 bits and is refused
    return x**y


@pow_.type
def _(facts: Facts, x: Type, y: Type) -> Any:
    if isinstance(x, NumberType) and isinstance(y, NumberType):
        return _number_power(x, y)
    refuse_joined((x, y), "`**`")
    result = _on_arrays(facts, x, y)
    assert isinstance(result, Type)
    _check_short_cuts(x, y, default_dtype(result))
    return result


def _check_short_cuts(x: Type, y: Type, dtype: np.dtype) -> None:
    """Refuse where a short cut gives another dtype than `power`, in any version of NumPy."""
    if default_dtype(x) == BOOL:
        raise RuleError("dtype-mismatch", "a power of bools has no fixed dtype", labels((x, y)))
    if not isinstance(x, TensorType) or shape_of(y) or dtype == x.dtype:
        return
    if not (x.rank and is_integer(x.dtype) and is_number(y)):
        message = f"{x} to a single {y} has no fixed dtype"
        raise RuleError(
            "dtype-mismatch",
            message,
            labels((x, y)),
            help="use `np.power`",
            instead="np.power({0}, {1})",
        )


def _number_power(x: NumberType, y: NumberType) -> NumberType:
    refuse_complex_numbers((x, y))
    if "float" in (x.kind, y.kind):
        if _is_real(x, y):
            return FLOAT
        raise RuleError(
            "dtype-mismatch",
            "a negative number to a fraction is complex in Python",
            labels((x, y)),
            help="use `np.power`, which gives NaN there",
            instead="np.power({0}, {1})",
        )
    low, high = int_bounds(y)
    if low >= 0:
        return INT
    if high < 0:
        return FLOAT
    raise RuleError(
        "dtype-mismatch",
        "an int to an int is a float where the exponent is negative",
        labels((x, y)),
        help="make one of them a float, as in `float(x) ** k`",
        instead="float({0}) ** {1:atom}",
    )


def _is_real(x: NumberType, y: NumberType) -> bool:
    """Whether no run gives a negative base and a fraction as exponent."""
    if y.kind != "float":
        return True
    if isinstance(y.constant, int | float) and not (math.isfinite(y.constant) and y.constant % 1):
        return True
    if isinstance(x.constant, int | float):
        return not x.constant < 0
    return x.kind != "float" and int_bounds(x)[0] >= 0


@pow_.can_raise
def _(x: Type, y: Type) -> bool:
    if not all_numbers((x, y)):
        return _negative_exponent((x, y)) or may_overflow(np.power, (x, y))
    if "float" in number_kinds((x, y)) or int_bounds(y)[0] < 0:
        return True  # OverflowError, or ZeroDivisionError for 0 to a negative number
    return leaves_64_bits(_power_bounds(int_bounds(x), int_bounds(y)))


def _power_bounds(x: Bounds, y: Bounds) -> Bounds:
    largest, exponent = max(abs(x[0]), abs(x[1])), y[1]
    if largest > 1 and exponent > 64:
        return -math.inf, math.inf
    most = max(1, largest**exponent)
    return (0 if x[0] >= 0 else -most), most


@op(type=elementwise(np.float_power), numpy=("float_power",), strong=False, ulp=1)
def float_power(x: Any, y: Any) -> Any:
    """`x` to the power of `y` for each pair of elements, as f64.

    >>> np.float_power(np.array([2, 3]), -1)
    array([0.5       , 0.33333333])
    """
    return np.float_power(x, y)


def _negative_exponent(types: Sequence[Type]) -> bool:
    """Whether NumPy may refuse an integer to a negative integer."""
    if not is_integer(loop_of(np.power, types)[-1]):
        return False
    exponent = types[1]
    if isinstance(exponent, NumberType):
        return int_bounds(exponent)[0] < 0
    return default_dtype(exponent).kind == "i"
