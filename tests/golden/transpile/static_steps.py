"""A build-time parameter as a step, a stride or an axis: what does not depend on it is known."""

import numpy as np
import dslc
from dslc import Static, Tensor, f32, graph

n, m = dslc.dims("n m")


@graph
def every(x: Tensor[f32, n, m], step: Static[int] = 2):
    y = x[::step]
    rows, columns = y.shape
    return y.reshape(rows * columns) + rows


@graph
def pooled(x: Tensor[f32, n, m], stride: Static[int] = 2):
    y = dslc.nn.max_pool2d(x[None, None], 2, stride=stride)
    return y[0, 0], y.shape[2:]


@graph
def summed(x: Tensor[f32, n, m], axis: Static[int] = 0):
    y = np.sum(x, axis=axis)
    return y[1:] + len(y)
# --- calls ---
#: every(np.float32([[1, 2], [3, 4], [5, 6]])) == [3, 4, 7, 8]
#: every(np.float32([[1, 2], [3, 4], [5, 6]]), 1) == [4, 5, 6, 7, 8, 9]
#: every(np.float32([[1, 2], [3, 4], [5, 6]]), -2) == [7, 8, 3, 4]
#: every(np.zeros((0, 2), np.float32), 3) == []
#: pooled(np.float32([[1, 2, 0], [3, 4, 9]]), 1) == ([[4, 9]], (1, 2))
#: pooled(np.float32([[1, 2, 0], [3, 4, 9]]), 3) == ([[4]], (1, 1))
#: summed(np.float32([[1, 2], [3, 4], [5, 6]])) == [14]
#: summed(np.float32([[1, 2], [3, 4], [5, 6]]), 1) == [10, 14]
# --- emitted ---
# Written by `dslc build` from static_steps.py: edit that file and build again.
"""A build-time parameter as a step, a stride or an axis: what does not depend on it is known."""

import numpy as np
import dslc
from dslc import Static, Tensor, f32, graph

n, m = dslc.dims("n m")


@dslc.builder("static_steps.py")
def every(g, x: Tensor[f32, n, m], step: Static[int] = 2):
    g.lines(12, 14)

    g.at("y = x[::step]")
    y = g.index(x, g.s_[::step])                                  # f32[(n + 1)//2, m]

    rows, columns = y.shape[0], y.shape[1]

    g.at("return y.reshape(rows * columns) + rows")
    result_reshape = g.reshape(y, (rows * columns,))              # f32[m*((n + 1)//2)]
    result = g.add(result_reshape, rows)                          # f32[m*((n + 1)//2)]
    return result


@dslc.builder("static_steps.py")
def pooled(g, x: Tensor[f32, n, m], stride: Static[int] = 2):
    g.lines(19, 20)

    g.at("y = dslc.nn.max_pool2d(x[None, None], 2, stride=stride)")
    y_index = g.index(x, g.s_[None, None])                        # f32[1, 1, n, m]
    y = g.max_pool2d(y_index, 2, stride=stride)                   # f32[1, 1, n//2, m//2]

    g.at("return y[0, 0], y.shape[2:]")
    result_index = g.index(y, g.s_[0, 0])                         # f32[n//2, m//2]
    return result_index, (y.shape[2], y.shape[3])


@dslc.builder("static_steps.py")
def summed(g, x: Tensor[f32, n, m], axis: Static[int] = 0):
    g.lines(25, 26)

    g.at("y = np.sum(x, axis=axis)")
    y = g.sum(x, axis=axis)                                       # f32[m]

    g.at("return y[1:] + len(y)")
    result_index = g.index(y, g.s_[1:])                           # f32[max(m - 1, 0)]
    result = g.add(result_index, y.shape[0])                      # f32[max(m - 1, 0)]
    return result
