"""Gradients of ops that take elements together, and of cumulative ones."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

import numpy as np

from ..rule import READS, Share, gradient_of, reads_nothing, reads_others


def spread(value: Any, x: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
    """What a reduction of `x` gave, once for each element that went into it."""
    if not keepdims and value.ndim:
        value = np.expand_dims(value, axis)
    return np.broadcast_to(value, x.shape)


def chosen(value: Any, where: Any) -> Any:
    """The value where elements take part, else 0."""
    return value if where is None else np.where(where, value, 0.0)


@gradient_of("sum")
def _(
    x: Any,
    where: Any = None,
    *,
    y: Any,
    d: Any,
    axis: Any,
    dtype: Any,
    keepdims: bool,
    initial: Any,
) -> list[Share]:
    return [lambda: chosen(spread(d, x, axis, keepdims), where)]


@gradient_of("mean")
def _(
    x: Any, where: Any = None, *, y: Any, d: Any, axis: Any, dtype: Any, keepdims: bool
) -> list[Share]:
    def share() -> Any:
        if where is None:
            count: Any = prod((x.shape[each] for each in axis), start=1)
            return spread(d / count, x, axis, keepdims)
        every = np.broadcast_to(where, x.shape)
        count = np.sum(every, axis=axis, keepdims=keepdims, dtype=x.dtype)
        return chosen(spread(d / count, x, axis, keepdims), where)

    return [share]


@gradient_of("prod")
def _(
    x: Any, where: Any = None, *, y: Any, d: Any, axis: Any, keepdims: bool, initial: Any, **_: Any
) -> list[Share]:
    def share() -> Any:
        """The product of the others: of all but the zeros, if there is no other zero."""
        factors = x if where is None else np.where(where, x, 1.0)
        is_0 = factors == 0
        others = np.prod(np.where(is_0, 1.0, factors), axis=axis, keepdims=True) * float(initial)
        zeros = np.sum(is_0, axis=axis, keepdims=True)
        without = others / np.where(is_0, 1.0, factors)
        slope = np.where(zeros == 0, without, np.where((zeros == 1) & is_0, others, 0.0))
        return chosen(spread(d, x, axis, keepdims) * slope, where)

    return [share]


@gradient_of("max", "min", "nanmax", "nanmin")
def _(
    x: Any, where: Any = None, *, y: Any, d: Any, axis: Any, keepdims: bool, initial: Any
) -> list[Share]:
    def share() -> Any:
        """Equal parts for all elements that are the extreme one."""
        best = x == spread(y, x, axis, keepdims)
        best = best if where is None else best & where
        count = np.sum(best, axis=axis, keepdims=True, dtype=x.dtype)
        return np.where(best, spread(d, x, axis, keepdims) / count, 0.0)

    return [share]


def _from_the_end(d: Any, axis: int) -> Any:
    """Sums of the elements from each one on."""
    return np.flip(np.cumsum(np.flip(d, axis), axis=axis), axis)


@gradient_of("cumsum", "add_accumulate")
def _(x: Any, *, y: Any, d: Any, axis: Any, dtype: Any) -> list[Share]:
    return [lambda: np.reshape(_from_the_end(d, 0 if axis is None else axis), x.shape)]


@gradient_of("sort")
def _(x: Any, *, y: Any, d: Any, axis: Any, kind: Any, stable: Any) -> list[Share]:
    return [partial(_unsorted, x, d, axis)]


def _unsorted(x: Any, d: Any, axis: Any) -> Any:
    flat = np.reshape(x, (prod(x.shape, start=1),)) if axis is None else x
    order = np.argsort(flat, axis=-1 if axis is None else axis, kind="stable")
    back = np.argsort(order, axis=-1 if axis is None else axis, kind="stable")
    return np.reshape(np.take_along_axis(d, back, axis=-1 if axis is None else axis), x.shape)


reads_others("sum", "mean")
reads_nothing("cumsum", "add_accumulate")
READS["sort"] = lambda node, active: node.operands
