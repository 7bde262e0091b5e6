"""Rounding to whole numbers and to decimals.

Of floats: for integers the dtype of most of these depends on the version of NumPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, is_float
from dslc.ir.facts import Facts
from dslc.ir.op import RuleError, TypeRule, op
from dslc.ir.types import Type, default_dtype

from .attributes import integer
from .rules import broadcast, element, elementwise, labels, refuse_joined


def _of_floats(ufunc: np.ufunc) -> TypeRule:
    """The rule of this ufunc, for floats only."""
    on_floats = elementwise(ufunc)

    def rule(facts: Facts, x: Type) -> Any:
        if not is_float(default_dtype(x)):
            raise RuleError("dtype-mismatch", f"`{ufunc.__name__}` is of floats", labels((x,)))
        return on_floats(facts, x)

    return rule


@op(type=_of_floats(np.floor), numpy=("floor",), strong=False)
def floor(x: Any) -> Any:
    """The greatest integer not above each element, as a float.

    Of floats only: of integers its dtype depends on the version of NumPy.

    >>> np.floor(np.array([1.5, -1.5]))
    array([ 1., -2.])
    """
    return np.floor(x)


@op(type=_of_floats(np.ceil), numpy=("ceil",), strong=False)
def ceil(x: Any) -> Any:
    """The least integer not below each element, as a float.

    Of floats only: of integers its dtype depends on the version of NumPy.

    >>> np.ceil(np.array([1.5, -1.5]))
    array([ 2., -1.])
    """
    return np.ceil(x)


@op(type=_of_floats(np.trunc), numpy=("trunc", "fix"), strong=False)
def trunc(x: Any) -> Any:
    """Each element without its fraction, as a float.

    Of floats only: of integers its dtype depends on the version of NumPy.

    >>> np.trunc(np.array([1.5, -1.5]))
    array([ 1., -1.])
    """
    return np.trunc(x)


@op(type=elementwise(np.rint), numpy=("rint",), strong=False)
def rint(x: Any) -> Any:
    """The nearest integer to each element, as a float; of two, the even one.

    >>> np.rint(np.array([0.5, 1.5, -1.7]))
    array([ 0.,  2., -2.])
    """
    return np.rint(x)


@op(numpy=("round", "around"), methods=("round",), strong=False)
def round_(x: Any, *, decimals: int = 0) -> Any:
    """Each element to a number of decimals; halfway between two, the even one.

    Args:
        x: floats or integers.
        decimals: digits kept after the point; negative ones round to tens, hundreds and so on.

    As NumPy does it: multiplied by a power of ten, rounded, divided again.

    >>> np.round(np.array([1.25, 2.675]), 1)
    array([1.2, 2.7])
    """
    return np.round(x, decimals)


@round_.normal
def _(facts: Facts, x: Type, *, decimals: Any) -> dict[str, Any]:
    return {"decimals": integer(decimals, "`decimals`")}


@round_.type
def _(facts: Facts, x: Type, *, decimals: int) -> Type:
    refuse_joined((x,), "`round`")
    dtype = default_dtype(x)
    if dtype == BOOL:
        raise RuleError("dtype-mismatch", "`round` is of numbers", labels((x,)))
    if not is_float(dtype) and decimals < 0:
        message = "an integer rounded to tens goes through a float in NumPy"
        raise RuleError("dtype-mismatch", message, labels((x,)), help="round it as a float")
    if abs(decimals) > MOST_DECIMALS:
        message = f"`decimals` is between -{MOST_DECIMALS} and {MOST_DECIMALS}"
        raise RuleError("argument-mismatch", message)
    return element(dtype, broadcast(facts, (x,)))


MOST_DECIMALS = 22
"""Powers of ten up to this one are exact in f64."""


@op(numpy=("modf",), strong=False)
def modf(x: Any) -> Any:
    """The fraction and the whole part of each element, both with its sign; of floats.

    >>> np.modf(np.array([2.5, -0.25]))
    (array([ 0.5 , -0.25]), array([ 2., -0.]))
    """
    return np.modf(x)


@modf.expansion
def _(x: Any) -> Any:
    if not hasattr(x, "dtype") or not is_float(x.dtype):
        raise RuleError("dtype-mismatch", "`modf` is of floats")
    whole = np.trunc(x)
    fraction = np.where(np.isinf(x), x.dtype.type(0), x - whole)
    return np.copysign(fraction, x), whole
