"""A run-time integer that sizes an array becomes a dim."""

import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n = dims("n")


@graph
def ones(counts: Tensor[i64, n]):
    total = np.sum(counts)
    y = np.ones((int(total), 2), np.float32)
    return y * y.shape[0]
# --- calls ---
#: ones(np.int64([1, 2])) == [[3, 3], [3, 3], [3, 3]]
#: ones(np.int64([]))
# --- emitted ---
# Written by `dslc build` from sizes_of_data.py: edit that file and build again.
"""A run-time integer that sizes an array becomes a dim."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph, i64

n = dims("n")


@dslc.builder("sizes_of_data.py")
def ones(g, counts: Tensor[i64, n]):
    g.lines(12, 13, 14)

    g.at("total = np.sum(counts)")
    total = g.sum(counts)                                         # i64

    g.at("y = np.ones((int(total), 2), np.float32)")
    y_cast = g.cast(total, int)                                   # int
    y_cast_n = g.as_dim(y_cast)                                   # int
    y = g.ones((y_cast_n, 2), np.float32)                         # f32[y_cast_n, 2]

    g.at("return y * y.shape[0]")
    result = g.multiply(y, y.shape[0])                            # f32[y_cast_n, 2]
    return result
