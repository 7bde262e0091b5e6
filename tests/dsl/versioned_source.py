"""Functions that `test_versions` makes versions of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import dslc
from dslc import InOut, Scalar, Tensor, f32, graph, i64
from dslc.nn import layer_norm, softmax

n, m, b, d, k = dslc.dims("n m b d k")


@dataclass
class Layer:
    w: Tensor[f32, d, k]
    bias: Tensor[f32, k]


@graph
def dense(x: Tensor[f32, b, n, d], layer: Layer) -> Any:
    flat = np.reshape(x, (x.shape[0] * x.shape[1], x.shape[2]))
    y = flat @ layer.w + layer.bias
    y = np.reshape(y, (x.shape[0], x.shape[1], y.shape[1]))
    return np.maximum(layer_norm(y), 0.0), np.max(y, axis=2)


@graph
def attend(q: Tensor[f32, n, d], keys: Tensor[f32, m, d]) -> Tensor[f32, n, d]:
    return softmax(q @ keys.T, axis=-1) @ keys


@graph
def embedded(table: Tensor[f32, m, d], ids: Tensor[i64, n]) -> Tensor[f32, n, d]:
    return table[ids] * 2.0


@graph
def counted(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return x + np.arange(x.shape[0]).astype(np.float32)


@graph
def looped(x: Tensor[f32, n, d], steps: int, limit: Scalar[f32]) -> Tensor[f32, n, d]:
    y = x
    for _ in range(steps):
        y = y * 0.5 + np.concatenate([x[:, :1], y[:, 1:]], axis=1)
        if limit > 1.0:
            y = np.where(y > limit, limit, y)
    return y


@graph
def accumulate(total: InOut[f32, n], x: Tensor[f32, n]) -> None:
    total += x * x


PADDABLE = {
    "dense": (dense, lambda r, n: (r(2, n, 3), Layer(r(3, 5), r(5)))),
    "attend": (attend, lambda r, n: (r(n, 3), r(4, 3))),
    "embedded": (embedded, lambda r, n: (r(4, 3), np.arange(n) % 4)),
    "counted": (counted, lambda r, n: (r(n),)),
    "looped": (looped, lambda r, n: (r(n, 4), 3, np.float32(1.5))),
}
"""Functions with positions along `n`, and their arguments."""


# --- functions that cannot be padded --------------------------------------------------------------


@graph
def softmax_along(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return softmax(x)


@graph
def mean_by_size(x: Tensor[f32, n, m]) -> Tensor[f32, n, m]:
    return x / x.shape[0]


@graph
def same_size(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, n]:
    return x + y


@graph
def looked_up(table: Tensor[f32, m], x: Tensor[f32, n]) -> Tensor[f32, n]:
    return x + table[np.arange(x.shape[0])]


@graph
def last(x: Tensor[f32, n]) -> Any:
    return x[-1]


@graph
def shown(x: Tensor[f32, n]) -> Tensor[f32, n]:
    print(x)
    return x


@graph
def repeated(x: Tensor[f32, n], steps: int) -> Tensor[f32, n]:
    for _ in range(x.shape[0]):
        x = x + 1.0
    return x


REASONS = {
    "softmax_along": (softmax_along, "`max` takes all positions together"),
    "mean_by_size": (mean_by_size, "`n` is a number that it computes with"),
    "same_size": (same_size, "`m == n` must hold"),
    "looked_up": (looked_up, "`index` may raise"),
    "last": (last, "it picks some of the positions"),
    "shown": (shown, "`print` looks at all positions together"),
    "repeated": (repeated, "`n` is a number that it computes with"),
}
"""Functions whose positions are not independent, and why."""
