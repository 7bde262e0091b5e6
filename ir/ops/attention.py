"""Attention, and where tokens stand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL
from dslc.ir.op import RuleError, op

from .create import arange, full
from .nn import softmax
from .operands import check_equal, floats, narrow, wide


@op(public="nn.scaled_dot_product_attention", expands=True)
def scaled_dot_product_attention(
    q: Any, k: Any, v: Any, mask: Any = None, *, causal: bool = False, scale: float | None = None
) -> Any:
    """Means of the values `v`, weighted by how well the keys `k` match each query of `q`.

    `softmax(q @ k.T * scale) @ v`, with `scale = 1 / sqrt(dim)` by default. Vaswani and others,
    2017. q is `[..., queries, dim]`, k `[..., keys, dim]`, v `[..., keys, features]`; axes before
    these broadcast. A mask broadcasts to `[..., queries, keys]`: bools are true where a query may
    look, floats are added. With `causal`, query i looks at the keys 0 to i only. A query that may
    look nowhere gives zeros. Floats of 16 bits are computed with in f32.

    >>> q, k, v = np.array([[0.0]]), np.array([[1.0], [2.0]]), np.array([[1.0], [3.0]])
    >>> dslc.nn.scaled_dot_product_attention(q, k, v)
    array([[2.]])
    """
    q, k, v = floats(q, "q"), floats(k, "k"), floats(v, "v")
    _check_shapes(q, k, v)
    scores = (wide(q) * _scale(q, scale)) @ np.swapaxes(wide(k), -1, -2)
    if causal:
        queries, keys = arange(start=q.shape[-2])[:, None], arange(start=k.shape[-2])
        scores = np.where(keys <= queries, scores, -math.inf)
    weights = softmax(scores) if mask is None else _masked_softmax(_masked(scores, mask))
    return narrow(weights @ wide(v), q)


def _check_shapes(q: Any, k: Any, v: Any) -> None:
    for role, value in {"q": q, "k": k, "v": v}.items():
        if value.ndim < 2:
            message = f"`{role}` has the axes [..., tokens, dim], two at least"
            raise RuleError("rank-mismatch", message)
    dims = f"the queries have {q.shape[-1]} numbers each, and the keys have {k.shape[-1]}"
    check_equal(q.shape[-1], k.shape[-1], dims)
    check_equal(k.shape[-2], v.shape[-2], f"there are {k.shape[-2]} keys and {v.shape[-2]} values")


def _scale(q: Any, scale: float | None) -> Any:
    if scale is not None:
        return scale
    dim = q.shape[-1]
    if isinstance(dim, int):
        return 1.0 / math.sqrt(dim) if dim else 1.0
    return 1.0 / np.sqrt(full(shape=(), fill_value=dim, dtype=wide(q).dtype))


def _masked(scores: Any, mask: Any) -> Any:
    if getattr(mask, "dtype", None) == BOOL:
        return np.where(mask, scores, -math.inf)
    return scores + wide(floats(mask, "mask"))


def _masked_softmax(scores: Any) -> Any:
    """`softmax`, and zeros where all scores are -inf."""
    top = np.max(scores, axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(top == -math.inf, 0.0, top))
    total = np.sum(weights, axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1.0, total)


@op(public="nn.rope", expands=True)
def rope(x: Any, positions: Any, *, base: float = 10000.0, interleaved: bool = False) -> Any:
    """Pairs of numbers turned by angles that say where their token stands.

    Pair i of the last axis, of size `dim`, turns by `position * base ** (-2 * i / dim)`. Su and
    others, RoFormer, 2021. `x` is `[..., tokens, dim]`, the positions are `[tokens]`, or broadcast
    to `x` without its last axis. A pair is i and `i + dim / 2`, or 2i and 2i + 1 if `interleaved`.

    >>> dslc.nn.rope(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([0, 1]))
    array([[1.        , 0.        ],
           [0.54030231, 0.84147098]])
    """
    x = floats(x)
    if not x.ndim:
        raise RuleError("rank-mismatch", "`x` has the axes [..., tokens, dim]")
    dim: Size = x.shape[-1]
    half = dim // 2
    check_equal(dim, 2 * half, f"the last axis is turned in pairs, and its size is {dim}")
    if getattr(positions, "dtype", None) is None:
        raise RuleError("dtype-mismatch", "`positions` is an array")
    given = wide(x)
    steps = arange(start=half, dtype=given.dtype) * -2.0
    speeds = np.power(base, steps / full(shape=(), fill_value=dim, dtype=given.dtype))
    angles = np.expand_dims(positions.astype(given.dtype), -1) * speeds
    cos, sin = np.cos(angles), np.sin(angles)
    # The pairs in an axis of their own, which is the last one or the last but one.
    axis = -1 if interleaved else -2
    pairs = np.reshape(given, (*x.shape[:-1], *((half, 2) if interleaved else (2, half))))
    first, second = (
        (pairs[..., 0], pairs[..., 1]) if interleaved else (pairs[..., 0, :], pairs[..., 1, :])
    )
    turned = [first * cos - second * sin, second * cos + first * sin]
    return narrow(np.reshape(np.stack(turned, axis=axis), x.shape), x)
