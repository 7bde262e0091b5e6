import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def trimmed(x: Tensor[f32, n], on: bool):
    if on:
        y = x[1:]
    else:
        y = np.concatenate((x, x))
    return y * y.shape[0], np.sum(y)
# --- calls ---
#: trimmed(np.float32([1, 2, 3]), True) == ([4, 6], 5)
#: trimmed(np.float32([1, 2]), False) == ([4, 8, 4, 8], 6)
#: trimmed(np.float32([]), True)
# --- emitted ---
# Written by `dslc build` from sizes_differ_by_branch.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("sizes_differ_by_branch.py")
def trimmed(g, x: Tensor[f32, n], on: bool):
    g.lines(10, 11, 13, 14)

    g.at("if on:")

    def if1_then():
        g.at("y = x[1:]")
        y = g.index(x, g.s_[1:])                                  # f32[max(n - 1, 0)]
        return y

    def if1_else():
        g.at("y = np.concatenate((x, x))")
        y = g.concat((x, x))                                      # f32[2*n]
        return y

    y = g.if_(on, if1_then, if1_else)                             # f32[y_n]

    g.at("return y * y.shape[0], np.sum(y)")
    result_multiply = g.multiply(y, y.shape[0])                   # f32[y_n]
    result_sum = g.sum(y)                                         # f32
    return result_multiply, result_sum
