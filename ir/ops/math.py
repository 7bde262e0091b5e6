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
    """E to the power of each element."""
    return np.exp(x)


@op(type=elementwise(np.log), numpy=("log",), strong=False, ulp=3)
def log(x: Any) -> Any:
    """Natural logarithm of each element; -inf at 0, NaN below."""
    return np.log(x)


@op(type=elementwise(np.sqrt), numpy=("sqrt",), strong=False)
def sqrt(x: Any) -> Any:
    """Square root of each element, correctly rounded; NaN below 0."""
    return np.sqrt(x)


@op(type=elementwise(np.tanh), numpy=("tanh",), strong=False, ulp=4)
def tanh(x: Any) -> Any:
    """Hyperbolic tangent of each element."""
    return np.tanh(x)


@op(type=elementwise(np.sin), numpy=("sin",), strong=False, ulp=4)
def sin(x: Any) -> Any:
    """Sine of each element, in radians; NaN at infinity."""
    return np.sin(x)


@op(type=elementwise(np.cos), numpy=("cos",), strong=False, ulp=4)
def cos(x: Any) -> Any:
    """Cosine of each element, in radians; NaN at infinity."""
    return np.cos(x)


@op(numpy=("floor",), strong=False)
def floor(x: Any) -> Any:
    """The greatest integer not above each element, as a float.

    Of floats only: of integers its dtype depends on the version of NumPy.
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
    """Whether each element is NaN."""
    return np.isnan(x)
