"""Roots, exponentials and logarithms, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import is_inexact
from dslc.ir.facts import Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import TensorType, Type, default_dtype

from .rules import broadcast, elementwise, labels, refuse_complex, refuse_joined


@op(type=elementwise(np.exp), numpy=("exp",), strong=False, ulp=3)
def exp(x: Any) -> Any:
    """E to the power of each element.

    >>> np.exp(np.array([0.0, 1.0]))
    array([1.        , 2.71828183])
    """
    return np.exp(x)


@op(type=elementwise(np.exp2), numpy=("exp2",), strong=False, ulp=4)
def exp2(x: Any) -> Any:
    """2 to the power of each element.

    >>> np.exp2(np.array([0.0, 3.0]))
    array([1., 8.])
    """
    return np.exp2(x)


@op(type=elementwise(np.expm1), numpy=("expm1",), strong=False, ulp=4)
def expm1(x: Any) -> Any:
    """E to the power of each element, minus 1; precise near 0.

    >>> np.expm1(np.array([0.0, 1e-10]))
    array([0.e+00, 1.e-10])
    """
    return np.expm1(x)


@op(type=elementwise(np.log), numpy=("log",), strong=False, ulp=3)
def log(x: Any) -> Any:
    """Natural logarithm of each element; -inf at 0, NaN below.

    >>> np.log(np.array([1.0, 0.5]))
    array([ 0.        , -0.69314718])
    """
    return np.log(x)


@op(type=elementwise(np.log2), numpy=("log2",), strong=False, ulp=4)
def log2(x: Any) -> Any:
    """Logarithm to base 2 of each element; -inf at 0, NaN below.

    >>> np.log2(np.array([1.0, 8.0]))
    array([0., 3.])
    """
    return np.log2(x)


@op(type=elementwise(np.log10), numpy=("log10",), strong=False, ulp=4)
def log10(x: Any) -> Any:
    """Logarithm to base 10 of each element; -inf at 0, NaN below.

    >>> np.log10(np.array([1.0, 1000.0]))
    array([0., 3.])
    """
    return np.log10(x)


@op(type=elementwise(np.log1p), numpy=("log1p",), strong=False, ulp=4)
def log1p(x: Any) -> Any:
    """Natural logarithm of 1 plus each element; precise near 0.

    >>> np.log1p(np.array([0.0, 1e-10]))
    array([0.e+00, 1.e-10])
    """
    return np.log1p(x)


@op(type=elementwise(np.logaddexp), numpy=("logaddexp",), strong=False, ulp=4)
def logaddexp(x: Any, y: Any) -> Any:
    """Logarithm of the sum of the exponentials of each pair of elements.

    >>> np.logaddexp(np.array([0.0, -1.0]), 0.0)
    array([0.69314718, 0.31326169])
    """
    return np.logaddexp(x, y)


@op(type=elementwise(np.logaddexp2), numpy=("logaddexp2",), strong=False, ulp=4)
def logaddexp2(x: Any, y: Any) -> Any:
    """The same to base 2: `log2(2**x + 2**y)`.

    >>> np.logaddexp2(np.array([0.0, -1.0]), 0.0)
    array([1.       , 0.5849625])
    """
    return np.logaddexp2(x, y)


@op(type=elementwise(np.sqrt), numpy=("sqrt",), strong=False)
def sqrt(x: Any) -> Any:
    """Square root of each element, correctly rounded; NaN below 0.

    >>> np.sqrt(np.array([4.0, 2.0]))
    array([2.        , 1.41421356])
    """
    return np.sqrt(x)


@op(type=elementwise(np.cbrt), numpy=("cbrt",), strong=False, ulp=4)
def cbrt(x: Any) -> Any:
    """Cube root of each element, also of negative ones.

    >>> np.cbrt(np.array([8.0, -27.0]))
    array([ 2., -3.])
    """
    return np.cbrt(x)


@op(numpy=("reciprocal",), strong=False)
def reciprocal(x: Any) -> Any:
    """1 divided by each element.

    Not of integers: that of 0 is some integer in NumPy.

    >>> np.reciprocal(np.array([2.0, 0.0]))
    array([0.5, inf])
    """
    return np.reciprocal(x)


_reciprocal = elementwise(np.reciprocal)


@reciprocal.type
def _(facts: Facts, x: Type) -> Any:
    if not is_inexact(default_dtype(x)):
        message = "`reciprocal` is not of integers"
        raise RuleError("dtype-mismatch", message, labels((x,)), help="write `1 / x`")
    return _reciprocal(facts, x)


@op(type=elementwise(np.hypot), numpy=("hypot",), strong=False, ulp=2)
def hypot(x: Any, y: Any) -> Any:
    """Length of the hypotenuse of each pair of legs: `sqrt(x**2 + y**2)`.

    >>> np.hypot(np.array([3.0, 5.0]), np.array([4.0, 12.0]))
    array([ 5., 13.])
    """
    return np.hypot(x, y)


@op(numpy=("i0",), strong=False, ulp=8)
def i0(x: Any) -> Any:
    """Modified Bessel function of the first kind and order 0 of each element: an array.

    >>> np.i0(np.array([0.0, 1.0]))
    array([1.        , 1.26606588])
    """
    return np.i0(x)


@i0.type
def _(facts: Facts, x: Type) -> Type:
    refuse_joined((x,), "`i0`")
    refuse_complex((x,), "`i0`")
    dtype = default_dtype(x)
    return TensorType(dtype if dtype.kind == "f" else np.dtype(float), broadcast(facts, (x,)))
