"""Differences of neighbours, and integrals by them."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import Type, shape_of

from . import attributes
from .rules import array


@op(call="x, n, axis, prepend, append", numpy=("diff",), strong=False)
def diff(x: Any, *, n: Any = 1, axis: Any = -1) -> Any:
    """Each element of an axis less the one before it, `n` times over.

    Of bools it tells whether the two differ.

    >>> np.diff(np.array([1, 4, 9, 16]), n=2)
    array([2, 2])
    """
    return np.diff(x, n=n, axis=axis)


@diff.normal
def _(facts: Facts, x: Type, *, n: Any, axis: Any) -> dict[str, Any]:
    times = attributes.integer(n, "`n`")
    if times < 1:
        raise RuleError("argument-mismatch", "`n` of `diff` is at least 1")
    return {"n": times, "axis": attributes.axis(axis, array(x, "`diff`").rank, "`diff`")}


@diff.expansion
def _(x: Any, *, n: int, axis: int) -> Any:
    for _ in range(n):
        later, earlier = _along(axis, slice(1, None)), _along(axis, slice(None, -1))
        x = x[later] != x[earlier] if x.dtype == BOOL else x[later] - x[earlier]
    return x


def _along(axis: int, part: slice) -> tuple[slice, ...]:
    """The key that takes a part of one axis."""
    return (*[slice(None)] * axis, part)


@op(call="y, x, dx, axis", numpy=("trapezoid",), strong=False)
def trapezoid(y: Any, x: Any = None, *, dx: Any = 1.0, axis: Any = -1) -> Any:
    """Integral along an axis by trapezoids, whose corners lie at `x`, or `dx` apart.

    `x` has one axis, or the shape of `y`.

    >>> np.trapezoid(np.array([1.0, 2.0, 3.0]), dx=0.5)
    np.float64(2.0)
    """
    return np.trapezoid(y, x, dx=dx, axis=axis)


@trapezoid.normal
def _(facts: Facts, y: Type, x: Type | None, *, dx: Any, axis: Any) -> dict[str, Any]:
    rank = array(y, "`trapezoid`").rank
    number = attributes.axis(axis, rank, "`trapezoid`")
    if x is not None:
        own, full = shape_of(array(x, "`trapezoid`", 1)), shape_of(y)
        if len(own) not in (1, rank):
            message = "the corners have one axis, or those of the heights"
            raise RuleError("rank-mismatch", message, {1: f"this is {x}"})
        try:
            for size, whole in zip(own, full if len(own) == rank else (full[number],), strict=True):
                facts.meet(size, whole)
        except DimMismatch as mismatch:
            message = f"the corners are not the heights': {mismatch}"
            raise RuleError("shape-mismatch", message, {1: f"this is {x}"}) from None
    return {"dx": attributes.number(dx, "`dx`"), "axis": number}


@trapezoid.expansion
def _(y: Any, x: Any, *, dx: Any, axis: int) -> Any:
    width = dx
    if x is not None and x.ndim == 1:
        width = diff(x)
        width = np.reshape(width, (*[1] * axis, width.shape[0], *[1] * (y.ndim - axis - 1)))
    elif x is not None:
        width = diff(x, axis=axis)
    later, earlier = _along(axis, slice(1, None)), _along(axis, slice(None, -1))
    return np.sum(width * (y[later] + y[earlier]) / 2.0, axis=axis)
