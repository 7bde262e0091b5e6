"""Dims are fresh at each call, and a callee's sizes are the caller's."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def padded(x: Tensor[f32, n], k: int):
    return np.concatenate((x, np.zeros(k, np.float32)))


@graph
def twice(x: Tensor[f32, n]):
    y = padded(x, 2)
    z = padded(y, x.shape[0])
    for i in range(2):
        z = padded(z, i)
    return y, z, y[:-2] + x
# --- calls ---
#: twice(np.float32([1, 2]))
#: twice(np.float32([]))
# --- emitted ---
# Written by `dslc build` from graph_calls_with_sizes.py: edit that file and build again.
"""Dims are fresh at each call, and a callee's sizes are the caller's."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("graph_calls_with_sizes.py")
def padded(g, x: Tensor[f32, n], k: int):
    g.lines(12)

    g.at("return np.concatenate((x, np.zeros(k, np.float32)))")
    result_zeros = g.zeros(k, np.float32)                         # f32[k]
    result = g.concat((x, result_zeros))                          # f32[k + n]
    return result


@dslc.builder("graph_calls_with_sizes.py", captures=("padded",))
def twice(g, x: Tensor[f32, n]):
    g.lines(17, 18, 19, 20, 21)

    g.at("y = padded(x, 2)")
    y = g.call(padded, x, 2)                                      # f32[n + 2]

    g.at("z = padded(y, x.shape[0])")
    z = g.call(padded, y, x.shape[0])                             # f32[2*n + 2]

    g.at("for i in range(2):")

    def loop1_body(i, z):                                         # int, f32[z_n]
        g.at("z = padded(z, i)")
        z = g.call(padded, z, i)                                  # f32[i + z_n]
        return z

    z = g.for_(g.range(2), loop1_body, (z,))                      # f32[z_n]

    g.at("return y, z, y[:-2] + x")
    result_index = g.index(y, g.s_[:-2])                          # f32[n]
    result_add = g.add(result_index, x)                           # f32[n]
    return y, z, result_add
