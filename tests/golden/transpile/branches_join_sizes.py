"""Where branches differ in a size: one size for both where both know it, else one with limits."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def clipped(x: Tensor[f32, n]):
    if x.shape[0] > 64:
        y = x[:64]
    else:
        y = x
    return y


@graph
def padded(x: Tensor[f32, n]):
    y = x if x.shape[0] >= 8 else np.concatenate((x, np.zeros(8 - x.shape[0], np.float32)))
    return y[:8].reshape(2, 4)


@graph
def shorter(x: Tensor[f32, n], on: bool):
    y = x[1:] if on else x
    return y + x[: y.shape[0]]
# --- calls ---
#: clipped(np.arange(65, dtype=np.float32))
#: clipped(np.float32([1, 2])) == [1, 2]
#: padded(np.float32([1, 2])) == [[1, 2, 0, 0], [0, 0, 0, 0]]
#: padded(np.arange(9, dtype=np.float32)) == [[0, 1, 2, 3], [4, 5, 6, 7]]
#: padded(np.float32([]))
#: shorter(np.float32([1, 2]), True) == [3]
#: shorter(np.float32([]), True)
#: shorter(np.float32([1]), False) == [2]
# --- emitted ---
# Written by `dslc build` from branches_join_sizes.py: edit that file and build again.
"""Where branches differ in a size: one size for both where both know it, else one with limits."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("branches_join_sizes.py")
def clipped(g, x: Tensor[f32, n]):
    g.lines(12, 13)

    g.at("if x.shape[0] > 64:")
    test = g.greater(x.shape[0], 64)                              # bool

    def if1_then():
        g.at("y = x[:64]")
        y = g.index(x, g.s_[:64])                                 # f32[64]
        return y

    def if1_else():
        y = x
        return y

    y = g.if_(test, if1_then, if1_else)                           # f32[min(n, 64)]

    return y


@dslc.builder("branches_join_sizes.py")
def padded(g, x: Tensor[f32, n]):
    g.lines(21, 22)

    g.at("y = x if x.shape[0] >= 8 else np.concatenate((x, np.zeros(8 - x.shape[0], np.float32)))")
    y_greater_equal = g.greater_equal(x.shape[0], 8)              # bool

    def if1_then():
        return x

    def if1_else():
        y_zeros = g.zeros(8 - x.shape[0], np.float32)             # f32[8 - n]
        y_concat = g.concat((x, y_zeros))                         # f32[8]
        return y_concat

    y = g.if_(y_greater_equal, if1_then, if1_else)                # f32[max(n, 8)]

    g.at("return y[:8].reshape(2, 4)")
    result_index = g.index(y, g.s_[:8])                           # f32[8]
    result = g.reshape(result_index, (2, 4))                      # f32[2, 4]
    return result


@dslc.builder("branches_join_sizes.py")
def shorter(g, x: Tensor[f32, n], on: bool):
    g.lines(27, 28)

    g.at("y = x[1:] if on else x")

    def if1_then():
        y_index = g.index(x, g.s_[1:])                            # f32[max(n - 1, 0)]
        return y_index

    def if1_else():
        return x

    y = g.if_(on, if1_then, if1_else)                             # f32[y_n]

    g.at("return y + x[: y.shape[0]]")
    result_index = g.index(x, g.s_[:y.shape[0]])                  # f32[y_n]
    result = g.add(y, result_index)                               # f32[y_n]
    return result
