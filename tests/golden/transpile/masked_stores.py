import numpy as np

from dslc import Tensor, bool_, dims, f32, graph, i64

n, m = dims("n m")


@graph
def clipped(x: Tensor[f32, n, m], rows: Tensor[bool_, n], last: Tensor[f32, m]):
    y = x.copy()
    y[y < 0] = 0
    y[rows] = last
    # An operator computes all elements and keeps those where the mask is true.
    y[y > 1] += np.max(x)
    y[rows] /= 2
    return y


@graph
def halved(x: Tensor[i64, n]):
    y = x.copy()
    z = y
    for _ in range(2):
        y[y % 2 == 0] //= 2
    return z
# --- calls ---
#: clipped(np.float32([[-1, 2], [3, nan]]), np.array([True, False]), np.float32([1, 5]))
#: clipped(np.float32([[-1, 2]]), np.array([False]), np.float32([1, 5])) == [[0, 4]]
#: halved(np.array([8, 3, -4, 0])) == [2, 3, -1, 0]
# --- emitted ---
# Written by `dslc build` from masked_stores.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, bool_, dims, f32, graph, i64

n, m = dims("n m")


@dslc.builder("masked_stores.py")
def clipped(g, x: Tensor[f32, n, m], rows: Tensor[bool_, n], last: Tensor[f32, m]):
    g.lines(10, 11, 12, 14, 15)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n, m]

    g.at("y[y < 0] = 0")
    y_less = g.less(y, 0)                                         # bool_[n, m]
    y = g.store(y, g.s_[y_less], 0)                               # f32[n, m]

    g.at("y[rows] = last")
    y = g.store(y, g.s_[rows], last)                              # f32[n, m]

    # An operator computes all elements and keeps those where the mask is true.
    g.at("y[y > 1] += np.max(x)")
    y_greater = g.greater(y, 1)                                   # bool_[n, m]
    y_max = g.max(x)                                              # f32
    y_add = g.add(y, y_max)                                       # f32[n, m]
    y = g.copyto(y, y_add, where=y_greater)                       # f32[n, m]

    g.at("y[rows] /= 2")
    y_divide = g.divide(y, 2)                                     # f32[n, m]
    y_index = g.index(rows, g.s_[..., None])                      # bool_[n, 1]
    y = g.copyto(y, y_divide, where=y_index)                      # f32[n, m]

    return y


@dslc.builder("masked_stores.py")
def halved(g, x: Tensor[i64, n]):
    g.lines(21, 23, 24)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # i64[n]

    z = y

    g.at("for _ in range(2):")

    def loop1_body(_, y, z):                                      # int, i64[n], i64[n]
        g.at("y[y % 2 == 0] //= 2")
        y_remainder = g.remainder(y, 2)                           # i64[n]
        y_equal = g.equal(y_remainder, 0)                         # bool_[n]
        y_floor_divide = g.floor_divide(y, 2)                     # i64[n]
        y = g.copyto(y, y_floor_divide, where=y_equal)            # i64[n]
        z = y
        return y, z

    y, z = g.for_(g.range(2), loop1_body, (y, z))                 # i64[n], i64[n]

    return z
