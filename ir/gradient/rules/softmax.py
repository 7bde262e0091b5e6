"""Gradients of exponentials that are divided by their sum, and of their logarithms.

What these ops subtract against overflow has no part in their value, so none in the gradient either.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rule import READS, Share, gradient_of
from .reductions import spread


def _sum(x: Any, axis: int) -> Any:
    return np.sum(x, axis=axis, keepdims=True)


@gradient_of("softmax")
def _(x: Any, *, y: Any, d: Any, axis: int) -> list[Share]:
    return [lambda: change_of_softmax(y, d, axis)]


def change_of_softmax(y: Any, d: Any, axis: int) -> Any:
    """The derivative of `y`, which is symmetric, times `d`."""
    by = d * y
    return by - y * _sum(by, axis)


@gradient_of("log_softmax")
def _(x: Any, *, y: Any, d: Any, axis: int) -> list[Share]:
    return [lambda: d - np.exp(y) * _sum(d, axis)]


@gradient_of("logsumexp")
def _(x: Any, *, y: Any, d: Any, axis: Any, keepdims: bool) -> list[Share]:
    return [lambda: spread(d, x, _axes(axis, x), keepdims) * parts(x, y, axis, keepdims)]


READS["softmax"] = READS["log_softmax"] = lambda node, active: node.results


def _axes(axis: Any, x: Any) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(x.ndim))
    return axis if isinstance(axis, tuple) else (axis,)


def parts(x: Any, y: Any, axis: Any, keepdims: bool) -> Any:
    """The part of each element in the sum of exponentials whose logarithm is `y`."""
    away = x - spread(y, x, _axes(axis, x), keepdims)
    # Where all are -inf, or one is inf, the difference of two infinities is to give 0 and 1.
    return np.exp(np.where(x == -np.inf, -np.inf, np.where(x == np.inf, 0.0, away)))
