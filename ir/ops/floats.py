"""Floats by their parts: kinds, signs, exponents, neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import Type, default_dtype

from .attributes import real
from .rules import (
    always_numpy,
    broadcast,
    element,
    elementwise,
    refuse_complex,
    refuse_joined,
)


@op(type=elementwise(np.isnan), numpy=("isnan",), strong=False)
def isnan(x: Any) -> Any:
    """Whether each element is NaN.

    >>> np.isnan(np.array([1.0, np.nan]))
    array([False,  True])
    """
    return np.isnan(x)


@op(type=elementwise(np.isfinite), numpy=("isfinite",), strong=False)
def isfinite(x: Any) -> Any:
    """Whether each element is neither infinite nor NaN.

    >>> np.isfinite(np.array([1.0, np.inf, np.nan]))
    array([ True, False, False])
    """
    return np.isfinite(x)


@op(type=elementwise(np.isinf), numpy=("isinf",), strong=False)
def isinf(x: Any) -> Any:
    """Whether each element is infinite, of either sign.

    >>> np.isinf(np.array([1.0, -np.inf, np.nan]))
    array([False,  True, False])
    """
    return np.isinf(x)


def _signed_infinity(facts: Facts, x: Type) -> Any:
    refuse_complex((x,), "infinity with a sign")
    return _isinf(facts, x)


_isinf = elementwise(np.isinf)


@op(type=_signed_infinity, numpy=("isposinf",), strong=False)
def isposinf(x: Any) -> Any:
    """Whether each element is plus infinity.

    >>> np.isposinf(np.array([np.inf, -np.inf, np.nan]))
    array([ True, False, False])
    """
    return np.isposinf(x)


@op(type=_signed_infinity, numpy=("isneginf",), strong=False)
def isneginf(x: Any) -> Any:
    """Whether each element is minus infinity.

    >>> np.isneginf(np.array([np.inf, -np.inf, np.nan]))
    array([False,  True, False])
    """
    return np.isneginf(x)


@op(type=elementwise(np.signbit), numpy=("signbit",), strong=False)
def signbit(x: Any) -> Any:
    """Whether the sign of each element is minus, also that of -0.0 and NaN.

    >>> np.signbit(np.array([1.0, -0.0]))
    array([False,  True])
    """
    return np.signbit(x)


@op(type=elementwise(np.copysign), numpy=("copysign",), strong=False)
def copysign(x: Any, y: Any) -> Any:
    """The magnitude of `x` with the sign of `y`, for each pair of elements.

    >>> np.copysign(np.array([1.0, 2.0]), -0.0)
    array([-1., -2.])
    """
    return np.copysign(x, y)


@op(type=elementwise(np.nextafter), numpy=("nextafter",), strong=False)
def nextafter(x: Any, y: Any) -> Any:
    """The float next to `x` in the direction of `y`, for each pair of elements.

    >>> np.nextafter(np.array([1.0, 1.0]), np.array([0.0, 2.0])) - 1.0
    array([-1.11022302e-16,  2.22044605e-16])
    """
    return np.nextafter(x, y)


@op(type=elementwise(np.spacing), numpy=("spacing",), strong=False)
def spacing(x: Any) -> Any:
    """Distance from each element to the next float away from 0, with its sign.

    >>> np.spacing(np.array([1.0, -1e10]))
    array([ 2.22044605e-16, -1.90734863e-06])
    """
    return np.spacing(x)


@op(numpy=("ldexp",), strong=False, effects=Effects.RAISES)
def ldexp(x: Any, y: Any) -> Any:
    """`x * 2**y` for each pair of elements, `y` an integer.

    >>> np.ldexp(np.array([1.0, 0.75]), 3)
    array([8., 6.])
    """
    return np.ldexp(x, y)


always_numpy(ldexp, np.ldexp)


@op(numpy=("frexp",), strong=False)
def frexp(x: Any) -> Any:
    """Each element as a number from 0.5 up to 1, with its sign, and a power of two; of floats.

    0, infinity and NaN are their own number, with the power 0. Powers are i32.

    >>> np.frexp(np.array([3.0, -0.25, 0.0]))
    (array([ 0.75, -0.5 ,  0.  ]), array([ 2, -1,  0], dtype=int32))
    """
    return np.frexp(x)


@frexp.expansion
def _(x: Any) -> Any:
    if not hasattr(x, "dtype") or x.dtype.kind != "f":
        raise RuleError("dtype-mismatch", "`frexp` is of f16, f32 and f64", help="cast to f64")
    limits = np.finfo(x.dtype)
    digits = limits.nmant + 1
    plain = np.logical_and(np.isfinite(x), x != 0)
    # Every power of two below is exact: small numbers are made great ones first.
    is_small = np.abs(x) < x.dtype.type(2.0 ** (limits.minexp + digits))
    risen = np.where(is_small, x * x.dtype.type(2.0**digits), x)
    unit = np.spacing(np.abs(np.where(plain, risen, x.dtype.type(1))))
    mantissa = risen * x.dtype.type(2.0**-digits) / unit
    power = np.rint(np.log2(unit)).astype(np.int32) + digits
    power = power - np.where(is_small, np.int32(digits), np.int32(0))
    found = np.where(plain, mantissa, x), np.where(plain, power, np.int32(0))
    return found if x.ndim else (found[0][()], found[1][()])


@op(type=elementwise(np.heaviside), numpy=("heaviside",), strong=False)
def heaviside(x: Any, y: Any) -> Any:
    """0 where `x` is negative, 1 where it is positive, `y` where it is 0.

    >>> np.heaviside(np.array([-1.0, 0.0, 2.0]), 0.5)
    array([0. , 0.5, 1. ])
    """
    return np.heaviside(x, y)


@op(call="x, copy, nan, posinf, neginf", numpy=("nan_to_num",), strong=False)
def nan_to_num(
    x: Any, *, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Any:
    """Each element, with numbers in place of NaN and infinity.

    Args:
        x: floats, or integers, which stay as they are.
        nan: what stands for NaN.
        posinf: what stands for plus infinity, by default the greatest finite number.
        neginf: what stands for minus infinity, by default the least finite number.

    >>> np.nan_to_num(np.array([np.nan, 1.0, np.inf]), posinf=5.0)
    array([0., 1., 5.])
    """
    return np.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


@nan_to_num.type
def _(facts: Facts, x: Type, **_: Any) -> Type:
    refuse_joined((x,), "`nan_to_num`")
    return element(default_dtype(x), broadcast(facts, (x,)))


@nan_to_num.normal
def _(facts: Facts, x: Type, **given: Any) -> dict[str, Any]:
    return {
        name: None if number is None and name != "nan" else real(number, f"`{name}`")
        for name, number in given.items()
    }
