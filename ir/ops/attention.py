"""Attention, and where tokens stand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL
from dslc.ir.op import RuleError, op

from . import attributes
from .create import arange, full
from .nn import softmax
from .operands import check_equal, floats, narrow, wide


@op(public="nn.scaled_dot_product_attention", expands=True)
def scaled_dot_product_attention(
    q: Any,
    k: Any,
    v: Any,
    mask: Any = None,
    *,
    causal: bool = False,
    scale: float | None = None,
    window: Any = None,
    grouped: bool = False,
) -> Any:
    """Means of the values `v`, weighted by how well the keys `k` match each query of `q`.

    `softmax(q @ k.T * scale) @ v`, with `scale = 1 / sqrt(dim)` by default. Vaswani and others,
    2017. q is `[..., queries, dim]`, k `[..., keys, dim]`, v `[..., keys, features]`; axes before
    these broadcast. A mask broadcasts to `[..., queries, keys]`: bools are true where a query may
    look, floats are added. With `causal`, query i looks at the keys 0 to i only; with a `window`
    w, at i - w to i + w, with a pair `(w, u)` at i - w to i + u, where None is no bound. A query
    that may look nowhere gives zeros. Floats of 16 bits are computed with in f32.

    With `grouped`, the third axis from the end is of heads, and q has a multiple of the heads of k
    and v, which so many neighbouring heads of q share. Ainslie and others, 2023.

    >>> q, k, v = np.array([[0.0]]), np.array([[1.0], [2.0]]), np.array([[1.0], [3.0]])
    >>> dslc.nn.scaled_dot_product_attention(q, k, v)
    array([[2.]])
    """
    scores = _scores(q, k, scale, grouped)
    v = floats(v, "v")
    _check_tokens(v, "v")
    check_equal(k.shape[-2], v.shape[-2], f"there are {k.shape[-2]} keys and {v.shape[-2]} values")
    seen = _seen(q.shape[-2], k.shape[-2], causal, window)
    if seen is not None:
        scores = np.where(seen, scores, -math.inf)
    everywhere = mask is None and window is None  # each query sees a key
    weights = softmax(scores) if everywhere else masked_softmax(_masked(scores, mask))
    return narrow(_shared(weights, wide(v), grouped), q)


@op(public="nn.attention_scores", expands=True)
def attention_scores(q: Any, k: Any, *, scale: float | None = None, grouped: bool = False) -> Any:
    """How well the keys `k` match the queries `q`: `q @ k.T * scale`, `[..., queries, keys]`.

    The first step of `scaled_dot_product_attention`, whose attributes these are; of floats of 16
    bits they are f32.

    >>> dslc.nn.attention_scores(np.array([[2.0]]), np.array([[1.0], [3.0]]))
    array([[2., 6.]])
    """
    return _scores(q, k, scale, grouped)


def _scores(q: Any, k: Any, scale: float | None, grouped: bool) -> Any:
    q, k = floats(q, "q"), floats(k, "k")
    for role, value in {"q": q, "k": k}.items():
        _check_tokens(value, role)
    dims = f"the queries have {q.shape[-1]} numbers each, and the keys have {k.shape[-1]}"
    check_equal(q.shape[-1], k.shape[-1], dims)
    return _shared(wide(q) * _scale(q, scale), np.swapaxes(wide(k), -1, -2), grouped)


def _check_tokens(value: Any, role: str) -> None:
    if value.ndim < 2:
        message = f"`{role}` has the axes [..., tokens, dim], two at least"
        raise RuleError("rank-mismatch", message)


def _scale(q: Any, scale: float | None) -> Any:
    if scale is not None:
        return scale
    dim = q.shape[-1]
    if isinstance(dim, int):
        return 1.0 / math.sqrt(dim) if dim else 1.0
    return 1.0 / np.sqrt(full(shape=(), fill_value=dim, dtype=wide(q).dtype))


def _shared(x: Any, y: Any, grouped: bool) -> Any:
    """The product `x @ y`, where a matrix of `y` may belong to several neighbouring ones of `x`."""
    if not attributes.flag(grouped, "`grouped`"):
        return x @ y
    if x.ndim < 3 or y.ndim < 3:
        raise RuleError("rank-mismatch", "grouped heads have the axes [..., heads, tokens, dim]")
    heads, groups = x.shape[-3], y.shape[-3]
    if groups == 0:
        raise RuleError("shape-mismatch", "there is a head of keys and values at least")
    each = heads // groups
    message = f"{heads} heads of queries are no multiple of {groups} heads of keys and values"
    check_equal(heads, groups * each, message)
    rows = np.reshape(x, (*x.shape[:-3], groups, each * x.shape[-2], x.shape[-1]))
    found = rows @ y
    return np.reshape(found, (*found.shape[:-3], heads, x.shape[-2], found.shape[-1]))


def _seen(queries: Size, keys: Size, causal: bool, window: Any) -> Any:
    """Which keys each query may look at; None for all."""
    pair = window if isinstance(window, tuple | list) else (window, window)
    if len(pair) != 2 or any(bound is not None and type(bound) is not int for bound in pair):
        raise RuleError(
            "argument-mismatch", "`window` is an integer, or two of which one may be None"
        )
    back, ahead = pair
    if causal:
        ahead = 0 if ahead is None else min(ahead, 0)
    if back is None and ahead is None:
        return None
    distance = arange(start=keys) - arange(start=queries)[:, None]
    if back is None or ahead is None:
        return distance <= ahead if back is None else distance >= -back
    return (distance >= -back) & (distance <= ahead)


def _masked(scores: Any, mask: Any) -> Any:
    if mask is None:
        return scores
    if getattr(mask, "dtype", None) == BOOL:
        return np.where(mask, scores, -math.inf)
    return scores + wide(floats(mask, "mask"))


@op(public="nn.masked_softmax", expands=True)
def masked_softmax(x: Any, *, axis: int = -1) -> Any:
    """`softmax`, and zeros where all along the axis is -inf.

    >>> dslc.nn.masked_softmax(np.array([[0.0, 0.0], [-np.inf, -np.inf]]))
    array([[0.5, 0.5],
           [0. , 0. ]])
    """
    given = floats(x)
    scores = wide(given)
    number = attributes.axis(axis, scores.ndim, "`masked_softmax`")
    top = np.max(scores, axis=number, keepdims=True)
    weights = np.exp(scores - np.where(top == -math.inf, 0.0, top))
    total = np.sum(weights, axis=number, keepdims=True)
    return narrow(weights / np.where(total == 0, 1.0, total), given)


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
