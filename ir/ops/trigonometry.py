"""Trigonometric and hyperbolic functions, element by element; angles in radians."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import bf16
from dslc.ir.facts import Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import FLOAT, ScalarType, Type, default_dtype, is_number

from .rules import broadcast, element, elementwise, labels, loop_of, refuse_joined


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


@op(type=elementwise(np.tan), numpy=("tan",), strong=False, ulp=4)
def tan(x: Any) -> Any:
    """Tangent of each element; NaN at infinity.

    >>> np.tan(np.array([0.0, 1.0]))
    array([0.        , 1.55740772])
    """
    return np.tan(x)


@op(type=elementwise(np.arcsin), numpy=("arcsin", "asin"), strong=False, ulp=4)
def arcsin(x: Any) -> Any:
    """Angle in [-pi/2, pi/2] whose sine each element is; NaN outside of [-1, 1].

    >>> np.arcsin(np.array([0.0, 1.0]))
    array([0.        , 1.57079633])
    """
    return np.arcsin(x)


@op(type=elementwise(np.arccos), numpy=("arccos", "acos"), strong=False, ulp=4)
def arccos(x: Any) -> Any:
    """Angle in [0, pi] whose cosine each element is; NaN outside of [-1, 1].

    >>> np.arccos(np.array([0.0, 1.0]))
    array([1.57079633, 0.        ])
    """
    return np.arccos(x)


@op(type=elementwise(np.arctan), numpy=("arctan", "atan"), strong=False, ulp=4)
def arctan(x: Any) -> Any:
    """Angle in [-pi/2, pi/2] whose tangent each element is.

    >>> np.arctan(np.array([0.0, 1.0]))
    array([0.        , 0.78539816])
    """
    return np.arctan(x)


@op(type=elementwise(np.arctan2), numpy=("arctan2", "atan2"), strong=False, ulp=4)
def arctan2(x: Any, y: Any) -> Any:
    """Angle in [-pi, pi] of each point with ordinate `x` and abscissa `y`.

    >>> np.arctan2(np.array([0.0, 1.0]), -1.0)
    array([3.14159265, 2.35619449])
    """
    return np.arctan2(x, y)


@op(type=elementwise(np.sinh), numpy=("sinh",), strong=False, ulp=4)
def sinh(x: Any) -> Any:
    """Hyperbolic sine of each element.

    >>> np.sinh(np.array([0.0, 1.0]))
    array([0.        , 1.17520119])
    """
    return np.sinh(x)


@op(type=elementwise(np.cosh), numpy=("cosh",), strong=False, ulp=4)
def cosh(x: Any) -> Any:
    """Hyperbolic cosine of each element.

    >>> np.cosh(np.array([0.0, 1.0]))
    array([1.        , 1.54308063])
    """
    return np.cosh(x)


@op(type=elementwise(np.tanh), numpy=("tanh",), strong=False, ulp=4)
def tanh(x: Any) -> Any:
    """Hyperbolic tangent of each element.

    >>> np.tanh(np.array([0.0, 1.0]))
    array([0.        , 0.76159416])
    """
    return np.tanh(x)


@op(type=elementwise(np.arcsinh), numpy=("arcsinh", "asinh"), strong=False, ulp=4)
def arcsinh(x: Any) -> Any:
    """Number whose hyperbolic sine each element is.

    >>> np.arcsinh(np.array([0.0, 1.0]))
    array([0.        , 0.88137359])
    """
    return np.arcsinh(x)


@op(type=elementwise(np.arccosh), numpy=("arccosh", "acosh"), strong=False, ulp=4)
def arccosh(x: Any) -> Any:
    """Number of at least 0 whose hyperbolic cosine each element is; NaN below 1.

    >>> np.arccosh(np.array([1.0, 2.0]))
    array([0.       , 1.3169579])
    """
    return np.arccosh(x)


@op(type=elementwise(np.arctanh), numpy=("arctanh", "atanh"), strong=False, ulp=4)
def arctanh(x: Any) -> Any:
    """Number whose hyperbolic tangent each element is; NaN outside of [-1, 1].

    >>> np.arctanh(np.array([0.0, 0.5]))
    array([0.        , 0.54930614])
    """
    return np.arctanh(x)


@op(type=elementwise(np.deg2rad), numpy=("deg2rad",), strong=False)
def deg2rad(x: Any) -> Any:
    """Each angle in degrees as one in radians.

    >>> np.deg2rad(np.array([0.0, 180.0]))
    array([0.        , 3.14159265])
    """
    return np.deg2rad(x)


@op(type=elementwise(np.radians), numpy=("radians",), strong=False)
def radians(x: Any) -> Any:
    """The same as `deg2rad`.

    >>> np.radians(np.array([0.0, 180.0]))
    array([0.        , 3.14159265])
    """
    return np.radians(x)


@op(type=elementwise(np.rad2deg), numpy=("rad2deg",), strong=False)
def rad2deg(x: Any) -> Any:
    """Each angle in radians as one in degrees.

    >>> np.rad2deg(np.array([0.0, 1.0]))
    array([ 0.        , 57.29577951])
    """
    return np.rad2deg(x)


@op(type=elementwise(np.degrees), numpy=("degrees",), strong=False)
def degrees(x: Any) -> Any:
    """The same as `rad2deg`.

    >>> np.degrees(np.array([0.0, 1.0]))
    array([ 0.        , 57.29577951])
    """
    return np.degrees(x)


@op(numpy=("sinc",), strong=False, ulp=6)
def sinc(x: Any) -> Any:
    """Normalized cardinal sine of each element: `sin(pi * x) / (pi * x)`; 1 at 0.

    >>> np.sinc(np.array([0.0, 0.5]))
    array([1.        , 0.63661977])
    """
    return np.sinc(x)


@sinc.type
def _(facts: Facts, x: Type) -> Type:
    refuse_joined((x,), "`sinc`")
    if default_dtype(x) == bf16:
        message = "the dtype of this `sinc` depends on the version of NumPy"
        raise RuleError("dtype-mismatch", message, labels((x,)))
    strong = ScalarType(default_dtype(x)) if is_number(x) else x
    return element(loop_of(np.multiply, (strong, FLOAT))[-1], broadcast(facts, (x,)))
