"""Layers of a list of tuples: a Python loop, unrolled in the graph."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n, h, o = dims("n h o")


@graph
def mlp(
    x: Tensor[f32, n, h],
    layers: tuple[tuple[Tensor[f32, h, h], Tensor[f32, h]], tuple[Tensor[f32, h, h], Tensor[f32, h]]],
) -> Tensor[f32, n, h]:
    for w, b in layers:
        x = np.tanh(x @ w + b)
    return x
# --- calls ---
#: mlp(np.float32([[1]]), ((np.float32([[2]]), np.float32([0])), (np.float32([[1]]), np.float32([1]))))
# --- emitted ---
# Written by `dslc build` from build_time_loop.py: edit that file and build again.
"""Layers of a list of tuples: a Python loop, unrolled in the graph."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, h, o = dims("n h o")


@dslc.builder("build_time_loop.py")
def mlp(
    g,
    x: Tensor[f32, n, h],
    layers: tuple[tuple[Tensor[f32, h, h], Tensor[f32, h]], tuple[Tensor[f32, h, h], Tensor[f32, h]]],
) -> Tensor[f32, n, h]:
    g.lines(16)

    for w, b in layers:
        g.at("x = np.tanh(x @ w + b)")
        x_matmul = g.matmul(x, w)                                 # f32[n, h]
        x_add = g.add(x_matmul, b)                                # f32[n, h]
        x = g.tanh(x_add)                                         # f32[n, h]

    return x
