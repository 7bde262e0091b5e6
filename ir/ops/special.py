"""The error function, which NumPy does not have."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import is_float
from dslc.ir.facts import Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import Type, default_dtype, shape_of

from .rules import element, labels, refuse_joined


def _rule(name: str) -> Callable[..., Type]:
    def rule(facts: Facts, x: Type) -> Type:
        refuse_joined((x,), f"`{name}`")
        if not is_float(default_dtype(x)):
            raise RuleError("dtype-mismatch", f"`{name}` is of floats", labels((x,)))
        return element(default_dtype(x), shape_of(x))

    return rule


def _by_element(function: Callable[[float], float], x: Any) -> Any:
    """A function of libm on each element, rounded to the dtype of `x`."""
    found = np.frompyfunc(function, 1, 1)(np.asarray(x, np.float64))
    return np.asarray(found, np.float64).astype(np.asarray(x).dtype)[()]


@op(type=_rule("erf"), public="special.erf", strong=False, ulp=1)
def erf(x: Any) -> Any:
    """The error function: `2 / sqrt(pi)` times the integral of `exp(-t * t)` from 0 to the element.

    >>> dslc.special.erf(np.array([0.0, 1.0]))
    array([0.        , 0.84270079])
    """
    return _by_element(math.erf, x)


@op(type=_rule("erfc"), public="special.erfc", strong=False, ulp=4)
def erfc(x: Any) -> Any:
    """`1 - erf(x)` of each element, with all its digits where that is small.

    >>> dslc.special.erfc(np.array([0.0, 5.0]))
    array([1.00000000e+00, 1.53745979e-12])
    """
    return _by_element(math.erfc, x)
