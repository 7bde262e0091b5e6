"""Reductions: of nothing, of each other, and of what only puts elements in another order.

Sums of floats depend on their order and on the sign of zeros, so most rules are of integers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, is_float, is_integer
from dslc.ir.facts import Facts
from dslc.ir.ops.shape import reshape, squeeze
from dslc.ir.rule import DOES_NOT_APPLY, rule

from .conditions import arrays, both, dtype_of, first, floats, is_array

_ORDERLESS: dict[str, tuple[Callable[..., Any], dict[str, Any], Callable[[Any], bool]]] = {
    "sum": (np.sum, {"dtype": None, "initial": 0}, is_integer),
    "prod": (np.prod, {"dtype": None, "initial": 1}, is_integer),
    "max": (np.max, {"initial": None}, is_integer),
    "min": (np.min, {"initial": None}, is_integer),
    "any": (np.any, {}, lambda dtype: True),
    "all": (np.all, {}, lambda dtype: True),
}
"""Reductions, what else they are given, and the dtypes of which the order does not matter."""


def _declare(name: str, says: str, left: Callable[..., Any], right: Any, when: Any) -> None:
    right.__name__, right.__doc__ = name, says
    rule(left, when=when)(right)


def _again(name: str, words: str) -> None:
    reduce, given, dtypes = _ORDERLESS[name]

    def right(x: Any, *, inner: Any, outer: Any) -> Any:
        kept = [axis for axis in range(x.ndim) if axis not in inner]
        axes = tuple(sorted((*inner, *(kept[axis] for axis in outer))))
        return reduce(x, axis=axes, keepdims=False, **given)

    _declare(
        f"{name}_of_{name}",
        f"`{name}` of `{name}`{words} is one over the axes of both.",
        lambda x, *, inner, outer: reduce(
            reduce(x, axis=inner, keepdims=False, **given), axis=outer, keepdims=False, **given
        ),
        right,
        both(first(dtypes), arrays),
    )


def _of_transpose(name: str, words: str) -> None:
    reduce, given, dtypes = _ORDERLESS[name]

    def right(x: Any, *, axes: Any, axis: Any) -> Any:
        kept = [axes[n] for n in range(len(axes)) if n not in axis]
        if kept != sorted(kept):
            return DOES_NOT_APPLY
        return reduce(x, axis=tuple(sorted(axes[n] for n in axis)), keepdims=False, **given)

    _declare(
        f"{name}_of_transpose",
        f"`{name}` of a transpose{words} is over the axes as they were.",
        lambda x, *, axes, axis: reduce(np.transpose(x, axes), axis=axis, keepdims=False, **given),
        right,
        first(dtypes),
    )


def _of_flip(name: str, words: str) -> None:
    reduce, given, dtypes = _ORDERLESS[name]

    def right(x: Any, *, flipped: Any, axis: Any, keepdims: bool) -> Any:
        wanted = flipped if isinstance(flipped, tuple) else (flipped,)
        axes = set(range(x.ndim)) if flipped is None else {each % x.ndim for each in wanted}
        if not axes <= set(axis):
            return DOES_NOT_APPLY
        return reduce(x, axis=axis, keepdims=keepdims, **given)

    _declare(
        f"{name}_of_flip",
        f"`{name}` over reversed elements{words} is over the elements.",
        lambda x, *, flipped, axis, keepdims: reduce(
            np.flip(x, flipped), axis=axis, keepdims=keepdims, **given
        ),
        right,
        both(first(dtypes), arrays),
    )


def _of_reshape(name: str, words: str) -> None:
    reduce, given, dtypes = _ORDERLESS[name]

    def right(x: Any, *, shape: Any, axis: Any) -> Any:
        if len(axis) < len(shape):
            return DOES_NOT_APPLY
        return reduce(x, axis=tuple(range(x.ndim)), keepdims=False, **given)

    _declare(
        f"{name}_of_reshape",
        f"`{name}` over all of a reshape{words} is over all of the array.",
        lambda x, *, shape, axis: reduce(
            reshape(x, shape=shape), axis=axis, keepdims=False, **given
        ),
        right,
        both(first(dtypes), arrays),
    )


for _name in _ORDERLESS:
    _words = "" if _name in ("any", "all") else " of integers"
    for _rules in (_again, _of_transpose, _of_flip, _of_reshape):
        _rules(_name, _words)


# --- over nothing ---------------------------------------------------------------------------------


def _single(facts: Facts, x: Any, *, axis: Any, keepdims: bool) -> bool:
    """That every axis of the reduction is of size 1."""
    return is_array(x) and all(facts.equal(x.shape[number], 1) for number in axis)


def _over_one(name: str, function: Any, given: dict[str, Any], dtypes: Any) -> None:
    def right(x: Any, *, axis: Any, keepdims: bool) -> Any:
        return x if keepdims else squeeze(x, axis=axis)

    _declare(
        f"{name}_over_one",
        f"`{name}` over axes of size 1 leaves the elements.",
        lambda x, *, axis, keepdims: function(x, axis=axis, keepdims=keepdims, **given),
        right,
        both(_single, first(dtypes)),
    )


_over_one("sum", np.sum, {"dtype": None, "initial": 0}, is_integer)
_over_one("prod", np.prod, {"dtype": None, "initial": 1}, lambda d: is_integer(d) or is_float(d))
_over_one("max", np.max, {"initial": None}, lambda dtype: True)
_over_one("min", np.min, {"initial": None}, lambda dtype: True)
_over_one("any", np.any, {}, lambda dtype: dtype == BOOL)
_over_one("all", np.all, {}, lambda dtype: dtype == BOOL)


# --- of repeated elements -------------------------------------------------------------------------


def _of_broadcast(name: str) -> None:
    reduce, given, _ = _ORDERLESS[name]

    def right(x: Any, *, shape: Any, axis: Any) -> Any:
        if any(number >= len(shape) - x.ndim for number in axis):
            return DOES_NOT_APPLY
        kept = tuple(size for number, size in enumerate(shape) if number not in axis)
        return np.copy(np.broadcast_to(x, kept))

    def when(facts: Facts, x: Any, *, shape: Any, axis: Any) -> bool:
        bools = name in ("max", "min") or dtype_of(x) == BOOL
        return bools and is_array(x) and all(facts.at_least(shape[n], 1) for n in axis)

    _declare(
        f"{name}_of_broadcast",
        f"`{name}` over axes that only repeat an array is the array.",
        lambda x, *, shape, axis: reduce(
            np.broadcast_to(x, shape), axis=axis, keepdims=False, **given
        ),
        right,
        when,
    )


for _name in ("max", "min", "any", "all"):
    _of_broadcast(_name)


# --- places ---------------------------------------------------------------------------------------


@rule(
    lambda x, *, axis, keepdims: np.argmax(-x, axis=axis, keepdims=keepdims),
    when=floats,
)
def argmax_of_negative(x: Any, *, axis: Any, keepdims: bool) -> Any:
    """The place of the greatest of `-x` is that of the smallest of `x`."""
    return np.argmin(x, axis=axis, keepdims=keepdims)


@rule(
    lambda x, *, axis, keepdims: np.argmin(-x, axis=axis, keepdims=keepdims),
    when=floats,
)
def argmin_of_negative(x: Any, *, axis: Any, keepdims: bool) -> Any:
    """The place of the smallest of `-x` is that of the greatest of `x`."""
    return np.argmax(x, axis=axis, keepdims=keepdims)
