"""Reductions over axes: one, several (a tuple; an empty one reduces nothing) or all (None)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from dslc.ir.dims import Size, interval
from dslc.ir.dtypes import NAMES
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import Type, default_dtype, shape_of

from . import attributes
from .rules import element, labels, refuse_joined


def _complete(record: Op, function: Callable[..., Any]) -> None:
    """The canonical attributes and the type rule of a reduction that is this NumPy function."""

    @record.normal
    def _(facts: Facts, x: Type, *, axis: Any, keepdims: Any, dtype: Any = None) -> dict[str, Any]:
        canonical: dict[str, Any] = {
            "axis": attributes.axes(axis, len(shape_of(x)), f"`{record.name}`")
        }
        if "dtype" in record.attributes:
            canonical["dtype"] = None if dtype is None else attributes.dtype(dtype)
        return {**canonical, "keepdims": attributes.flag(keepdims, "`keepdims`")}

    @record.type
    def _(
        facts: Facts, x: Type, *, axis: tuple[int, ...], keepdims: bool, **rest: np.dtype | None
    ) -> Type:
        refuse_joined((x,), f"`{record.name}`")
        dtype = _result_dtype(function, default_dtype(x), **rest)
        if dtype is None:
            message = f"`{record.name}` is not defined for this dtype"
            raise RuleError("dtype-mismatch", message, labels((x,)))
        return element(dtype, _reduced(shape_of(x), axis, keepdims))


def _reduced(shape: tuple[Size, ...], axis: tuple[int, ...], keepdims: bool) -> tuple[Size, ...]:
    kept = [(1 if number in axis else size, number) for number, size in enumerate(shape)]
    return tuple(size for size, number in kept if keepdims or number not in axis)


@cache
def _result_dtype(
    function: Callable[..., Any], operand: np.dtype, **given: np.dtype | None
) -> np.dtype | None:
    """What NumPy itself gives for one element; None where it, or a graph, has no such result."""
    try:
        found = function(np.ones(1, operand), **given).dtype
    except TypeError:
        return None
    return found if found in NAMES else None


@op(call="x, axis, dtype, out, keepdims", numpy=("sum",), methods=("sum",), strong=False)
def sum_(x: Any, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Sum over axes, in `dtype`; small integers and bools are summed in 64 bits. 0 over nothing.

    >>> np.sum(np.array([[1, 2], [3, 4]]), axis=0)
    array([4, 6])
    """
    return np.sum(x, axis=axis, dtype=dtype, keepdims=keepdims)


@op(call="x, axis, dtype, out, keepdims", numpy=("mean",), methods=("mean",), strong=False)
def mean(x: Any, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Mean over axes, a float also for integers. NaN over nothing.

    >>> np.mean(np.array([[1, 2], [3, 4]]), axis=1, keepdims=True)
    array([[1.5],
           [3.5]])
    """
    return np.mean(x, axis=axis, dtype=dtype, keepdims=keepdims)


@op(
    call="x, axis, out, keepdims",
    numpy=("max", "amax"),
    methods=("max",),
    strong=False,
    effects=Effects.RAISES,
)
def max_(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Greatest element over axes; NaN where one is. ValueError over an axis of size 0.

    >>> np.max(np.array([[1, 2], [3, 4]]), axis=0)
    array([3, 4])
    """
    return np.max(x, axis=axis, keepdims=keepdims)


@op(
    call="x, axis, out, keepdims",
    numpy=("min", "amin"),
    methods=("min",),
    strong=False,
    effects=Effects.RAISES,
)
def min_(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Smallest element over axes; NaN where one is. ValueError over an axis of size 0.

    >>> np.min(np.array([[1, 2], [3, 4]]), axis=1)
    array([1, 3])
    """
    return np.min(x, axis=axis, keepdims=keepdims)


def _over_nothing(x: Type, *, axis: tuple[int, ...], keepdims: bool) -> bool:
    lows = [interval(shape_of(x)[number])[0] for number in axis]
    return any(low is None or low < 1 for low in lows)


max_.can_raise(_over_nothing)
min_.can_raise(_over_nothing)


@op(call="x, axis, out, keepdims", numpy=("any",), methods=("any",), strong=False)
def any_(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether an element over axes is true, as a NumPy bool; NaN is. False over nothing.

    >>> np.any(np.array([[True, False], [False, False]]), axis=1)
    array([ True, False])
    """
    return np.any(x, axis=axis, keepdims=keepdims)


@op(call="x, axis, out, keepdims", numpy=("all",), methods=("all",), strong=False)
def all_(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether every element over axes is true, as a NumPy bool; NaN is. True over nothing.

    >>> np.all(np.array([[True, False], [True, True]]), axis=1)
    array([False,  True])
    """
    return np.all(x, axis=axis, keepdims=keepdims)


_complete(sum_, np.sum)
_complete(mean, np.mean)
_complete(max_, np.max)
_complete(min_, np.min)
_complete(any_, np.any)
_complete(all_, np.all)
