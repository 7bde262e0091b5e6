"""Integers of the run in sizes: each becomes one dim, and arithmetic on it stays Python."""

import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n, m = dims("n m")


@graph
def sized(x: Tensor[f32, n], counts: Tensor[i64, m]):
    k = int(np.sum(counts))
    z = np.zeros((2 * k, 3), np.float32) + np.ones((k * 2, 1), np.float32)
    w = np.ones(max(k - 1, 0)) if k > 3 else np.ones(min(k, 4))
    return z, w, x[max(k, 0) :], np.reshape(np.arange(6 * k), (k, -1))
# --- calls ---
#: sized(np.arange(9, dtype=np.float32), np.int64([1]))
#: sized(np.arange(9, dtype=np.float32), np.int64([2, 3]))
#: sized(np.float32([]), np.int64([12]))
#! sized(np.float32([1]), np.int64([-2])) ValueError
# --- emitted ---
# Written by `dslc build` from sizes_of_expressions.py: edit that file and build again.
"""Integers of the run in sizes: each becomes one dim, and arithmetic on it stays Python."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph, i64

n, m = dims("n m")


@dslc.builder("sizes_of_expressions.py")
def sized(g, x: Tensor[f32, n], counts: Tensor[i64, m]):
    g.lines(12, 13, 14, 15)

    g.at("k = int(np.sum(counts))")
    k_sum = g.sum(counts)                                         # i64
    k = g.cast(k_sum, int)                                        # int

    g.at("z = np.zeros((2 * k, 3), np.float32) + np.ones((k * 2, 1), np.float32)")
    k_n = g.as_dim(k)                                             # int
    z_zeros = g.zeros((2 * k_n, 3), np.float32)                   # f32[2*k_n, 3]
    z_ones = g.ones((k_n * 2, 1), np.float32)                     # f32[2*k_n, 1]
    z = g.add(z_zeros, z_ones)                                    # f32[2*k_n, 3]

    g.at("w = np.ones(max(k - 1, 0)) if k > 3 else np.ones(min(k, 4))")
    w_greater = g.greater(k, 3)                                   # bool

    def if1_then():
        k_n = g.as_dim(k)
        w_ones = g.ones(g.dim_max(k_n - 1, 0))                    # f64[max(k_n - 1, 0)]
        return w_ones

    def if1_else():
        k_n_2 = g.as_dim(k)
        w_ones_2 = g.ones(g.dim_min(k_n_2, 4))                    # f64[min(k_n, 4)]
        return w_ones_2

    w = g.if_(w_greater, if1_then, if1_else)                      # f64[w_n]

    g.at("return z, w, x[max(k, 0) :], np.reshape(np.arange(6 * k), (k, -1))")
    k_n = g.as_dim(k)
    result_index = g.index(x, g.s_[g.dim_max(k_n, 0):])           # f32[max(n - max(k_n, 0), 0)]
    result_arange = g.arange(6 * k_n)                             # i64[6*max(k_n, 0)]
    result_reshape = g.reshape(result_arange, (k_n, -1))          # i64[k_n, (6*max(k_n, 0))//max(k_n, 1)]
    return z, w, result_index, result_reshape
