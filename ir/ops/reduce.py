"""Reductions over axes: one, several (a tuple; an empty one reduces nothing) or all (None).

`initial` is what a reduction starts with; `where` tells which elements take part, a bool array that
is broadcast.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from dslc.ir.dims import Size, interval
from dslc.ir.dtypes import BOOL, NAMES, is_complex, is_float
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import NumberType, Type, default_dtype, number_kind, shape_of

from . import attributes
from .rules import (
    BY_PART,
    EITHER_ZERO,
    element,
    fits,
    labels,
    refuse_complex,
    refuse_joined,
    refuse_part,
)


def complete_reduction(record: Op, function: Callable[..., Any]) -> None:
    """The canonical attributes and the type rule of a reduction that is this NumPy function."""

    @record.normal
    def _(facts: Facts, x: Type, where: Type | None = None, **given: Any) -> dict[str, Any]:
        rank = len(shape_of(x))
        canonical = {**given, "axis": attributes.axes(given["axis"], rank, f"`{record.name}`")}
        if given.get("dtype") is not None:
            canonical["dtype"] = attributes.dtype(given["dtype"])
        if given.get("initial") is not None:
            canonical["initial"] = attributes.number(given["initial"], "`initial`")
        return {**canonical, "keepdims": attributes.flag(given["keepdims"], "`keepdims`")}

    @record.type
    def _(
        facts: Facts,
        x: Type,
        where: Type | None = None,
        *,
        axis: tuple[int, ...],
        keepdims: bool,
        initial: Any = None,
        **rest: np.dtype | None,
    ) -> Type:
        refuse_joined((x,), f"`{record.name}`")
        _check_complex(record, x, rest.get("dtype"))
        dtype = result_dtype(function, default_dtype(x), **rest)
        if dtype is None:
            message = f"`{record.name}` is not defined for this dtype"
            raise RuleError("dtype-mismatch", message, labels((x,)))
        if where is not None:
            _check_mask(facts, x, where)
            if "initial" in record.attributes and initial is None:
                message = f"`{record.name}` of chosen elements needs `initial`"
                help_ = "say what it is where none is chosen, as in `initial=0`"
                raise RuleError("argument-mismatch", message, help=help_)
        if initial is not None:
            check_initial(initial, dtype)
        return element(dtype, reduced(shape_of(x), axis, keepdims))


def _check_complex(record: Op, x: Type, dtype: np.dtype | None) -> None:
    """Refuse complex numbers where they have no order, or would lose a part."""
    if "initial" in record.attributes and record not in (sum_, prod):
        refuse_complex((x,), f"`{record.name}`", BY_PART)
    if dtype is not None:
        refuse_part(x, dtype)


def _check_mask(facts: Facts, x: Type, where: Type) -> None:
    """Refuse what is no bool array that stretches to the shape of `x`."""
    refuse_joined((x, where), "`where`")
    if default_dtype(where) != BOOL:
        message = "`where` is an array of bools"
        raise RuleError(
            "dtype-mismatch",
            message,
            {1: f"this is {where}"},
            help="write a condition, as in `x > 0`",
        )
    own, full = shape_of(where), shape_of(x)
    try:
        if len(own) > len(full):
            raise DimMismatch(len(own), len(full))
        for size, whole in zip(own[::-1], full[::-1], strict=False):
            if size != 1:
                facts.meet(size, whole)
    except DimMismatch:
        message = f"`where` does not stretch to the shape of {x}"
        raise RuleError("shape-mismatch", message, {1: f"this is {where}"}) from None


def check_initial(initial: int | float | bool, dtype: np.dtype) -> None:
    """Refuse a start that the result cannot hold; NumPy would cut it."""
    if is_complex(dtype):
        return
    kind = "float" if is_float(dtype) else "bool" if dtype == BOOL else "int"
    order = ("bool", "int", "float")
    truth = kind == "bool" and initial in (0, 1)
    if order.index(number_kind(initial)) > order.index(kind) and not truth:
        raise RuleError("dtype-mismatch", f"`initial` is {initial}, the result {NAMES[dtype]}")
    if fits(NumberType(number_kind(initial), initial), dtype) is False:
        raise RuleError("integer-overflow", f"{initial} does not fit in {NAMES[dtype]}")


def _chosen(where: Any) -> dict[str, Any]:
    """The keyword `where`, if it is given."""
    return {} if where is None else {"where": where}


def reduced(shape: tuple[Size, ...], axis: tuple[int, ...], keepdims: bool) -> tuple[Size, ...]:
    """The shape without these axes, or with 1 in their places."""
    kept = [(1 if number in axis else size, number) for number, size in enumerate(shape)]
    return tuple(size for size, number in kept if keepdims or number not in axis)


@cache
def result_dtype(
    function: Callable[..., Any], operand: np.dtype, **given: np.dtype | None
) -> np.dtype | None:
    """What NumPy itself gives for one element; None where it, or a graph, has no such result."""
    try:
        found = np.asarray(function(np.ones(1, operand), **given)).dtype
    except TypeError:
        return None
    return found if found in NAMES else None


@op(
    call="x, axis, dtype, out, keepdims, initial, where",
    numpy=("sum", "add.reduce"),
    methods=("sum",),
    strong=False,
    never_none=("where",),
)
def sum_(
    x: Any,
    where: Any = None,
    *,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = 0,
) -> Any:
    """Sum over axes, in `dtype`; small integers and bools are summed in 64 bits.

    `initial` over nothing. `np.add.reduce` is the same over the first axis.

    >>> np.sum(np.array([[1, 2], [3, 4]]), axis=0)
    array([4, 6])
    """
    chosen = _chosen(where)
    return np.sum(x, axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, **chosen)


@op(
    call="x, axis, dtype, out, keepdims, initial, where",
    numpy=("prod", "multiply.reduce"),
    methods=("prod",),
    strong=False,
    never_none=("where",),
)
def prod(
    x: Any,
    where: Any = None,
    *,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = 1,
) -> Any:
    """Product over axes, in `dtype`; small integers and bools are multiplied in 64 bits.

    `initial` over nothing. `np.multiply.reduce` is the same over the first axis.

    >>> np.prod(np.array([[1, 2], [3, 4]]), axis=0)
    array([3, 8])
    """
    chosen = _chosen(where)
    return np.prod(x, axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, **chosen)


@op(call="x, axis, dtype, out, keepdims, where", numpy=("mean",), methods=("mean",), strong=False)
def mean(
    x: Any, where: Any = None, *, axis: Any = None, dtype: Any = None, keepdims: bool = False
) -> Any:
    """Mean over axes, a float also for integers. NaN over nothing.

    >>> np.mean(np.array([[1, 2], [3, 4]]), axis=1, keepdims=True)
    array([[1.5],
           [3.5]])
    """
    return np.mean(x, axis=axis, dtype=dtype, keepdims=keepdims, **_chosen(where))


@op(
    call="x, axis, out, keepdims, initial, where",
    numpy=("max", "amax", "maximum.reduce"),
    methods=("max",),
    strong=False,
    never_none=("where",),
    effects=Effects.RAISES,
    ulp=EITHER_ZERO,
)
def max_(
    x: Any, where: Any = None, *, axis: Any = None, keepdims: bool = False, initial: Any = None
) -> Any:
    """Greatest of `initial` and the elements over axes; NaN where one is.

    Without `initial` ValueError over an axis of size 0. With `where` it must be given. Of 0.0 and
    -0.0 either one, as in NumPy. `np.maximum.reduce` is the same over the first axis.

    >>> np.max(np.array([[1, 2], [3, 4]]), axis=0)
    array([3, 4])
    """
    return extreme(np.max, x, where, axis, keepdims, initial)


@op(
    call="x, axis, out, keepdims, initial, where",
    numpy=("min", "amin", "minimum.reduce"),
    methods=("min",),
    strong=False,
    never_none=("where",),
    effects=Effects.RAISES,
    ulp=EITHER_ZERO,
)
def min_(
    x: Any, where: Any = None, *, axis: Any = None, keepdims: bool = False, initial: Any = None
) -> Any:
    """Smallest of `initial` and the elements over axes; NaN where one is.

    Without `initial` ValueError over an axis of size 0. With `where` it must be given. Of 0.0 and
    -0.0 either one, as in NumPy. `np.minimum.reduce` is the same over the first axis.

    >>> np.min(np.array([[1, 2], [3, 4]]), axis=1)
    array([1, 3])
    """
    return extreme(np.min, x, where, axis, keepdims, initial)


def extreme(
    function: Callable[..., Any], x: Any, where: Any, axis: Any, keepdims: bool, initial: Any
) -> Any:
    """The greatest or smallest element, with no keyword for an `initial` that is not given."""
    start = {} if initial is None else {"initial": initial}
    return function(x, axis=axis, keepdims=keepdims, **start, **_chosen(where))


UFUNCS = {"max": "maximum", "min": "minimum", "nanmax": "fmax", "nanmin": "fmin"}
"""What NumPy's message calls the ops that have nothing to start with."""


def nothing_to_start_with(name: str) -> str:
    """NumPy's message for such an op over an axis of size 0."""
    return f"zero-size array to reduction operation {UFUNCS[name]} which has no identity"


def over_nothing(
    x: Type,
    where: Type | None = None,
    *,
    axis: tuple[int, ...],
    keepdims: bool,
    initial: Any = None,
) -> bool:
    """Whether an axis may be of size 0 and nothing stands for its elements."""
    lows = [interval(shape_of(x)[number])[0] for number in axis]
    return initial is None and any(low is None or low < 1 for low in lows)


max_.can_raise(over_nothing)
min_.can_raise(over_nothing)


@op(
    call="x, axis, out, keepdims, where",
    numpy=("any", "logical_or.reduce"),
    methods=("any",),
    strong=False,
    never_none=("where",),
)
def any_(x: Any, where: Any = None, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether an element over axes is true, as a NumPy bool; NaN is. False over nothing.

    `np.logical_or.reduce` is the same over the first axis.

    >>> np.any(np.array([[True, False], [False, False]]), axis=1)
    array([ True, False])
    """
    return np.any(x, axis=axis, keepdims=keepdims, **_chosen(where))


@op(
    call="x, axis, out, keepdims, where",
    numpy=("all", "logical_and.reduce"),
    methods=("all",),
    strong=False,
    never_none=("where",),
)
def all_(x: Any, where: Any = None, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether every element over axes is true, as a NumPy bool; NaN is. True over nothing.

    `np.logical_and.reduce` is the same over the first axis.

    >>> np.all(np.array([[True, False], [True, True]]), axis=1)
    array([False,  True])
    """
    return np.all(x, axis=axis, keepdims=keepdims, **_chosen(where))


complete_reduction(sum_, np.sum)
complete_reduction(prod, np.prod)
complete_reduction(mean, np.mean)
complete_reduction(max_, np.max)
complete_reduction(min_, np.min)
complete_reduction(any_, np.any)
complete_reduction(all_, np.all)
