"""Gradients of products of matrices and of windows."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from dslc.ir.keys import Key
from dslc.ir.ops.create import full, zeros
from dslc.ir.ops.index import store
from dslc.ir.ops.windows import conv

from ..rule import READS, Share, gradient_of


def _turned(x: Any) -> Any:
    return np.swapaxes(x, -1, -2)


@gradient_of("matmul")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    if a.ndim == b.ndim == 1:
        return [lambda: d * b, lambda: d * a]
    if a.ndim == 1 and b.ndim == 2:
        return [lambda: b @ d, lambda: np.expand_dims(a, 1) * d]
    if a.ndim == 2 and b.ndim == 1:
        return [lambda: np.expand_dims(d, 1) * b, lambda: d @ a]
    if a.ndim == 1:
        row = np.expand_dims(d, -2)
        return [
            lambda: (row @ _turned(b))[..., 0, :],
            lambda: np.expand_dims(a, -1) * row,
        ]
    if b.ndim == 1:
        column = np.expand_dims(d, -1)
        return [lambda: column * b, lambda: (_turned(a) @ column)[..., 0]]
    return [lambda: d @ _turned(b), lambda: _turned(a) @ d]


READS["matmul"] = READS["multiply"] = lambda node, active: [
    operand for operand, other in zip(node.operands, node.operands[::-1], strict=True)
    if other in active
]  # fmt: skip


# --- convolution ----------------------------------------------------------------------------------


@gradient_of("conv")
def _(x: Any, weight: Any, *, y: Any, d: Any, **form: Any) -> list[Share]:
    if 0 in (*x.shape, *weight.shape):  # windows of none do not fit into what is left of an axis
        return [lambda: np.zeros_like(x), lambda: np.zeros_like(weight)]
    return [lambda: _of_input(x, weight, d, **form), lambda: _of_weight(x, weight, d, **form)]


def _of_input(
    x: Any, weight: Any, d: Any, *, groups: int, stride: Any, padding: Any, dilation: Any,
    stretch: Any,
) -> Any:  # fmt: skip
    """Windows of `d`, stretched by the stride, with the weight turned round and transposed.

    The end is padded for the longest remainder that the stride may have left, then cut.
    """
    outputs, inputs, *window = weight.shape
    split = np.reshape(weight, (groups, outputs // groups, inputs, *window))
    turned = np.reshape(np.swapaxes(split, 1, 2), (groups * inputs, outputs // groups, *window))
    axes = range(len(window))
    turned = np.flip(turned, tuple(axis + 2 for axis in axes))
    reach = [(window[n] - 1) * dilation[n] for n in axes]
    pads = tuple((reach[n] - padding[n][0], reach[n] - padding[n][1] + stride[n] - 1) for n in axes)
    found = conv(
        d, turned, stride=stretch, padding=pads, dilation=dilation, stretch=stride, groups=groups
    )
    return found[(..., *(slice(x.shape[n + 2]) for n in axes))]


def _of_weight(
    x: Any, weight: Any, d: Any, *, groups: int, stride: Any, padding: Any, dilation: Any,
    stretch: Any,
) -> Any:  # fmt: skip
    """Windows of `x` with `d` as the weight: the batch takes the part of the channels."""
    _, inputs, *window = weight.shape
    batch, spatial = x.shape[0], x.shape[2:]
    split = np.reshape(x, (batch, groups, inputs, *spatial))
    rest = tuple(range(3, 3 + len(window)))
    given = np.reshape(np.transpose(split, (2, 1, 0, *rest)), (inputs, groups * batch, *spatial))
    factors = np.swapaxes(d, 0, 1)
    found = conv(
        given, factors, stride=dilation, padding=padding, dilation=stride, stretch=stretch,
        groups=groups,
    )  # fmt: skip
    return np.swapaxes(found[(..., *(slice(size) for size in window))], 0, 1)


# --- pooling --------------------------------------------------------------------------------------


@gradient_of("pool")
def _(x: Any, *, y: Any, d: Any, kind: str, **form: Any) -> list[Share]:
    return [lambda: _of_pool(x, y, d, kind == "max", **form)]


def _of_pool(
    x: Any, y: Any, d: Any, greatest: bool, *, window: Any, stride: Any, padding: Any, dilation: Any
) -> Any:
    """For each place of a window, what goes to the elements there; a maximum's first one has it."""
    padded, inner, kept, places = _windows(x, y, window, stride, padding, dilation)
    found, free = zeros(padded.shape, x.dtype), np.equal(y, y)
    for part in places:
        share = d
        if greatest:
            best = (padded[part] == y) & free
            share, free = np.where(best, d, 0.0), free & ~best
        found = store(found, Key(part), found[part] + share, inplace=True)
    return (
        found[inner]
        if _is_all(padding)
        else store(zeros(x.shape, x.dtype), Key(kept), found[inner])
    )


def tangent_of_greatest(
    x: Any, y: Any, change: Any, *, window: Any, stride: Any, padding: Any, dilation: Any
) -> Any:
    """How the greatest of each window changes: as the first such element does."""
    padded, inner, kept, places = _windows(x, y, window, stride, padding, dilation)
    moved = store(zeros(padded.shape, x.dtype), Key(inner), change[kept])
    found, free = np.zeros_like(y), np.equal(y, y)
    for part in places:
        best = (padded[part] == y) & free
        found, free = np.where(best, moved[part], found), free & ~best
    return found


def _is_all(padding: Any) -> bool:
    """Whether no padding is negative, which leaves elements out."""
    return all(side >= 0 for sides in padding for side in sides)


def _windows(
    x: Any, y: Any, window: Any, stride: Any, padding: Any, dilation: Any
) -> tuple[Any, tuple[Any, ...], tuple[Any, ...], list[tuple[Any, ...]]]:
    """The padded array; where elements lie in it, and which; and those at places of a window."""
    axes = range(-len(window), 0)
    lead = x.shape[: x.ndim - len(window)]
    sizes = [x.shape[n] + sum(padding[n]) for n in axes]
    inner: tuple[Any, ...] = (...,)
    kept: tuple[Any, ...] = (...,)
    for n, size in zip(axes, sizes, strict=True):
        first, last = padding[n]
        inner += (slice(max(first, 0), size - max(last, 0)),)
        kept += (slice(max(-first, 0), x.shape[n] - max(-last, 0)),)
    padded = store(full((*lead, *sizes), -np.inf, x.dtype), Key(inner), x[kept])
    places = []
    for place in product(*map(range, window)):
        spans = []
        for n in axes:
            start = place[n] * dilation[n]
            spans.append(slice(start, start + (y.shape[n] - 1) * stride[n] + 1, stride[n]))
        places.append((..., *spans))
    return padded, inner, kept, places
