"""A mean, one operation after the other."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def variance(x: Tensor[f32, n, m]) -> Tensor[f32, n]:
    """Variance of each row."""
    mean = np.mean(x, axis=1)
    centered = x - mean.reshape((x.shape[0], 1))
    squares = centered * centered
    return np.sum(squares, axis=1) / x.shape[1]
# --- calls ---
#: variance(np.float32([[1, 2, 3], [4, 4, 4]]))
#: variance(np.zeros((0, 3), np.float32))
#: variance(np.float32([[nan], [inf]])) == [nan, nan]
# --- emitted ---
# Written by `dslc build` from straight_line.py: edit that file and build again.
"""A mean, one operation after the other."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("straight_line.py")
def variance(g, x: Tensor[f32, n, m]) -> Tensor[f32, n]:
    """Variance of each row."""
    g.lines(13, 14, 15, 16)

    g.at("mean = np.mean(x, axis=1)")
    mean = g.mean(x, axis=1)                                      # f32[n]

    g.at("centered = x - mean.reshape((x.shape[0], 1))")
    centered_reshape = g.reshape(mean, (x.shape[0], 1))           # f32[n, 1]
    centered = g.subtract(x, centered_reshape)                    # f32[n, m]

    g.at("squares = centered * centered")
    squares = g.multiply(centered, centered)                      # f32[n, m]

    g.at("return np.sum(squares, axis=1) / x.shape[1]")
    result_sum = g.sum(squares, axis=1)                           # f32[n]
    result = g.divide(result_sum, x.shape[1])                     # f32[n]
    return result
