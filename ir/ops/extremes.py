"""The greater and the smaller of values, and values kept within bounds."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from dslc.ir.dtypes import bf16, dtype_name
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import CannotJoin, NumberType, ScalarType, Type, default_dtype, join

from .rules import (
    EITHER_ZERO,
    all_numbers,
    always_numpy,
    broadcast,
    element,
    fits,
    labels,
    refuse_complex_numbers,
    refuse_joined,
    stand_in,
)


@op(numpy=("maximum",), strong=False, effects=Effects.RAISES)
def maximum(x: Any, y: Any) -> Any:
    """The greater of each pair of elements; NaN where either is.

    >>> np.maximum(np.array([1.0, np.nan]), 2.0)
    array([ 2., nan])
    """
    return np.maximum(x, y)


@op(numpy=("minimum",), strong=False, effects=Effects.RAISES)
def minimum(x: Any, y: Any) -> Any:
    """The smaller of each pair of elements; NaN where either is.

    >>> np.minimum(np.array([1.0, np.nan]), 2.0)
    array([ 1., nan])
    """
    return np.minimum(x, y)


always_numpy(maximum, np.maximum)
always_numpy(minimum, np.minimum)


@op(numpy=("fmax",), strong=False, effects=Effects.RAISES, ulp=EITHER_ZERO)
def fmax(x: Any, y: Any) -> Any:
    """The greater of each pair of elements; where one is NaN, the other.

    Of 0.0 and -0.0 either one, as in NumPy.

    >>> np.fmax(np.array([1.0, np.nan]), 2.0)
    array([2., 2.])
    """
    return np.fmax(x, y)


@op(numpy=("fmin",), strong=False, effects=Effects.RAISES, ulp=EITHER_ZERO)
def fmin(x: Any, y: Any) -> Any:
    """The smaller of each pair of elements; where one is NaN, the other.

    Of 0.0 and -0.0 either one, as in NumPy.

    >>> np.fmin(np.array([1.0, np.nan]), 2.0)
    array([1., 2.])
    """
    return np.fmin(x, y)


always_numpy(fmax, np.fmax)
always_numpy(fmin, np.fmin)


# --- bounds -------------------------------------------------------------------------------------


@op(numpy=("clip",), methods=("clip",), strong=False, ulp=EITHER_ZERO)
def clip(x: Any, min: Any, max: Any) -> Any:
    """Each element, but at least `min` and at most `max`; `max` wins, NaN where any of them is.

    With one bound it is `maximum` or `minimum`. Of 0.0 and -0.0 either one, as in NumPy.

    >>> np.clip(np.array([-2.0, 0.5, 9.0]), 0.0, 1.0)
    array([0. , 0.5, 1. ])
    """
    return np.clip(x, min, max)


@clip.type
def _(facts: Facts, *types: Type) -> Type:
    refuse_joined(types, "`clip`")
    # A number to be clipped is an array for NumPy; numbers as bounds are weak.
    value = ScalarType(default_dtype(types[0]))
    try:
        dtype = np.result_type(*map(stand_in, (value, *types[1:])))
    except TypeError:
        raise RuleError("dtype-mismatch", "`clip` needs one dtype", labels(types, _ROLES)) from None
    if any(default_dtype(type_) == bf16 for type_ in types):
        raise RuleError("dtype-mismatch", "NumPy's `clip` has no bf16", labels(types, _ROLES))
    for number, bound in enumerate(types[1:], start=1):
        if fits(bound, dtype) is not True:
            # NumPy 2.0 raises there, later versions leave such a bound out.
            raise RuleError(
                "integer-overflow",
                f"this bound may not fit in {dtype_name(dtype)}",
                {number: f"this is {bound}"},
                help=f"make it {dtype_name(dtype)} first",
            )
    return element(dtype, broadcast(facts, types, _ROLES))


_ROLES = ("the array", "the lower bound", "the upper bound")


# --- Python numbers -----------------------------------------------------------------------------


def _one_number(kinds: set[type], best: Any) -> Any:
    """The best of Python numbers as one of the widest class among them, which is exact."""
    widest = next(cls for cls in (float, int, bool) if cls in kinds)
    return widest(best)


def _of_numbers(facts: Facts, *types: Type) -> Type:
    """The rule of Python's `max` and `min`: of Python numbers, whose types join exactly."""
    if len(types) < 2 or not all_numbers(types):
        raise RuleError("argument-mismatch", "this is of two Python numbers or more")
    refuse_complex_numbers(types)
    try:
        joined = reduce(lambda a, b: join(a, b, facts.meet), types)
    except CannotJoin as error:
        raise RuleError(
            "branch-mismatch",
            f"the type depends on which value is taken: {error}",
            dict(enumerate(map(str, types))),
            help="make them one type, as in `float(k)`",
        ) from None
    assert isinstance(joined, NumberType)
    return NumberType(joined.kind)


@op(type=_of_numbers, variadic=True)
def greatest(*numbers: Any) -> Any:
    """Python's `max` of numbers: a later one only where it is strictly greater.

    An int constant beside floats becomes a float.

    >>> max(2.0, 3.0, -1.0)
    3.0
    """
    return _one_number(set(map(type, numbers)), max(numbers))


@op(type=_of_numbers, variadic=True)
def least(*numbers: Any) -> Any:
    """Python's `min` of numbers: a later one only where it is strictly smaller.

    An int constant beside floats becomes a float.

    >>> min(2.0, 3.0, -1.0)
    -1.0
    """
    return _one_number(set(map(type, numbers)), min(numbers))
