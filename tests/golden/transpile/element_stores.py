import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def smoothed(x: Tensor[f32, n]) -> Tensor[f32, n]:
    y = x.copy()
    y[0] = 0.0
    y[1:-1] = (x[:-2] + x[2:]) / 2.0
    y[-1] += 1.0
    y[::2] *= 2.0
    y -= np.min(x)
    return y
# --- calls ---
#: smoothed(np.float32([1, 2, 3, 4])) == [-1, 1, 5, 4]
#: smoothed(np.float32([1, nan, 3, 4]))
#! smoothed(np.float32([])) IndexError
# --- emitted ---
# Written by `dslc build` from element_stores.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("element_stores.py")
def smoothed(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    g.lines(10, 11, 12, 13, 14, 15)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n]

    g.at("y[0] = 0.0")
    y = g.store(y, g.s_[0], 0.0)                                  # f32[n]

    g.at("y[1:-1] = (x[:-2] + x[2:]) / 2.0")
    y_index = g.index(x, g.s_[:-2])                               # f32[max(n - 2, 0)]
    y_index_2 = g.index(x, g.s_[2:])                              # f32[max(n - 2, 0)]
    y_add = g.add(y_index, y_index_2)                             # f32[max(n - 2, 0)]
    y_divide = g.divide(y_add, 2.0)                               # f32[max(n - 2, 0)]
    y = g.store(y, g.s_[1:-1], y_divide)                          # f32[n]

    g.at("y[-1] += 1.0")
    y_index = g.index(y, g.s_[-1])                                # f32
    y_add = g.add(y_index, 1.0)                                   # f32
    y = g.store(y, g.s_[-1], y_add)                               # f32[n]

    g.at("y[::2] *= 2.0")
    y_index = g.index(y, g.s_[::2])                               # f32[(n + 1)//2]
    y_multiply = g.multiply(y_index, 2.0)                         # f32[(n + 1)//2]
    y = g.store(y, g.s_[::2], y_multiply, inplace=True)           # f32[n]

    g.at("y -= np.min(x)")
    y_min = g.min(x)                                              # f32
    y_subtract = g.subtract(y, y_min)                             # f32[n]
    y = g.store(y, g.s_[...], y_subtract, inplace=True)           # f32[n]

    return y
