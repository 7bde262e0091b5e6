"""Functions that `test_shortcuts` calls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import InOut, Scalar, Static, Tensor, bool_, f32, f64, graph, i64

n, m = dslc.dims("n m")

GAIN = 2.0


TABLE = np.arange(6.0)


@dataclass
class Layer:
    w: Tensor[f64, n, m]
    b: Tensor[f64, m]


@graph
def mixed(
    x: Tensor[f32, n],
    mask: Tensor[bool_, n],
    scale: Scalar[f32] = 1.5,
    shift: float = 0.25,
    trips: int = 2,
    size: int = 3,
    flag: bool = True,
):
    y = np.where(mask, x * scale, x) + GAIN
    for _ in range(trips):
        y = y + shift
    total = np.sum(y) + 10 // size
    if flag:
        total = -total
    return y, total, trips + size


@graph(check=[{"named": {"a": 1, "b": 2}, "power": 1}])
def nested(
    layer: Layer, xs: list[Tensor[f64, n]], named: dict[str, Scalar[i64]], power: Static[int]
):
    y = xs[0] @ layer.w + layer.b
    for x in xs:
        y = y + np.sum(x) ** power
    return {"y": y, "k": named["a"] - named["b"]}


@graph
def updated(x: InOut[f64, n], y: InOut[f64, n], z: Tensor[f64, n]) -> None:
    x += z
    y[:] = x[::-1]


@graph
def swapped(x: InOut[f64, n], y: InOut[f64, n]):
    old = x * 1.0
    x[:] = y
    y[:] = old
    return np.sum(x)


@graph
def same(x: Tensor[f64, n]):
    return x, x[1:]


@graph
def looked_up(x: InOut[f64, n]):
    x += TABLE[0]
    return x * 2.0 + np.sum(TABLE)
