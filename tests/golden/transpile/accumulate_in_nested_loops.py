import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def accumulated(x: Tensor[f32, n], y: Tensor[f32, m]):
    x = x.copy()
    for i in range(x.shape[0]):
        for j in range(y.shape[0]):
            x[i] += y[j]
    return np.sum(x)
# --- calls ---
#: accumulated(np.zeros(5, np.float32), np.float32([1, 2, 3])) == 30
#: accumulated(np.zeros(0, np.float32), np.float32([1])) == 0
# --- emitted ---
# Written by `dslc build` from accumulate_in_nested_loops.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("accumulate_in_nested_loops.py")
def accumulated(g, x: Tensor[f32, n], y: Tensor[f32, m]):
    g.lines(10, 11, 12, 13, 14)

    g.at("x = x.copy()")
    x = g.copy(x)                                                 # f32[n]

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, x):                                         # int, f32[n]
        g.at("for j in range(y.shape[0]):")

        def loop2_body(j, x):                                     # int, f32[n]
            g.at("x[i] += y[j]")
            x_index = g.index(x, g.s_[i])                         # f32
            x_index_2 = g.index(y, g.s_[j])                       # f32
            x_add = g.add(x_index, x_index_2)                     # f32
            x = g.store(x, g.s_[i], x_add)                        # f32[n]
            return x

        x = g.for_(g.range(y.shape[0]), loop2_body, (x,))         # f32[n]
        return x

    x = g.for_(g.range(x.shape[0]), loop1_body, (x,))             # f32[n]

    g.at("return np.sum(x)")
    result = g.sum(x)                                             # f32
    return result
