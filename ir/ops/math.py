"""Functions of one real number, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import is_float
from dslc.ir.facts import Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import Type, default_dtype

from .rules import elementwise, labels


@op(type=elementwise(np.exp), numpy=("exp",), strong=False, ulp=3)
def exp(x: Any) -> Any:
    """E to the power of each element.

    >>> np.exp(np.array([0.0, 1.0]))
    array([1.        , 2.71828183])
    """
    return np.exp(x)


@op(type=elementwise(np.log), numpy=("log",), strong=False, ulp=3)
def log(x: Any) -> Any:
    """Natural logarithm of each element; -inf at 0, NaN below.

    >>> np.log(np.array([1.0, 0.5]))
    array([ 0.        , -0.69314718])
    """
    return np.log(x)


@op(type=elementwise(np.sqrt), numpy=("sqrt",), strong=False)
def sqrt(x: Any) -> Any:
    """Square root of each element, correctly rounded; NaN below 0.

    >>> np.sqrt(np.array([4.0, 2.0]))
    array([2.        , 1.41421356])
    """
    return np.sqrt(x)


@op(type=elementwise(np.tanh), numpy=("tanh",), strong=False, ulp=4)
def tanh(x: Any) -> Any:
    """Hyperbolic tangent of each element.

    >>> np.tanh(np.array([0.0, 1.0]))
    array([0.        , 0.76159416])
    """
    return np.tanh(x)


@op(type=elementwise(np.sin), numpy=("sin",), strong=False, ulp=4)
def sin(x: Any) -> Any:
    """Sine of each element, in radians; NaN at infinity.

    >>> np.sin(np.array([0.0, 1.0]))
    array([0.        , 0.84147098])
    """
    return np.sin(x)


@op(type=elementwise(np.cos), numpy=("cos",), strong=False, ulp=4)
def cos(x: Any) -> Any:
    """Cosine of each element, in radians; NaN at infinity.

    >>> np.cos(np.array([0.0, 1.0]))
    array([1.        , 0.54030231])
    """
    return np.cos(x)


@op(numpy=("floor",), strong=False)
def floor(x: Any) -> Any:
    """The greatest integer not above each element, as a float.

    Of floats only: of integers its dtype depends on the version of NumPy.

    >>> np.floor(np.array([1.5, -1.5]))
    array([ 1., -2.])
    """
    return np.floor(x)


_floor = elementwise(np.floor)


@floor.type
def _(facts: Facts, x: Type) -> Any:
    if not is_float(default_dtype(x)):
        raise RuleError("dtype-mismatch", "`floor` is of floats", labels((x,)))
    return _floor(facts, x)


@op(type=elementwise(np.isnan), numpy=("isnan",), strong=False)
def isnan(x: Any) -> Any:
    """Whether each element is NaN.

    >>> np.isnan(np.array([1.0, np.nan]))
    array([False,  True])
    """
    return np.isnan(x)
