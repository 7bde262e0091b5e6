"""Python's `min` and `max`: the later value only where it is strictly better; sizes stay sizes."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def extremes(x: Tensor[f32, n], y: Tensor[f32, m], a: float, b: float):
    size = min(x.shape[0], y.shape[0])
    total = x[:size] + y[:size]
    return total, min(a, b), max(a, 0.0, b)
# --- calls ---
#: extremes(np.float32([1, 2, 3]), np.float32([1]), 2.0, -1.0) == ([2], -1.0, 2.0)
#: extremes(np.float32([1]), np.float32([1, 2]), nan, 1.0)
#: extremes(np.float32([]), np.float32([1, 2]), -0.0, 0.0)
# --- emitted ---
# Written by `dslc build` from min_and_max.py: edit that file and build again.
"""Python's `min` and `max`: the later value only where it is strictly better; sizes stay sizes."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("min_and_max.py")
def extremes(g, x: Tensor[f32, n], y: Tensor[f32, m], a: float, b: float):
    g.lines(12, 13, 14)

    g.at("size = min(x.shape[0], y.shape[0])")
    size = g.dim_min(x.shape[0], y.shape[0])

    g.at("total = x[:size] + y[:size]")
    total_index = g.index(x, g.s_[:size])                         # f32[min(m, n)]
    total_index_2 = g.index(y, g.s_[:size])                       # f32[min(m, n)]
    total = g.add(total_index, total_index_2)                     # f32[min(m, n)]

    g.at("return total, min(a, b), max(a, 0.0, b)")
    result_least = g.least((a, b))                                # float
    result_greatest = g.greatest((a, 0.0, b))                     # float
    return total, result_least, result_greatest
