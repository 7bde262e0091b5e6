import numpy as np

from dslc import InOut, Tensor, dims, f32, graph, i64

n, m = dims("n m")


@graph
def scatter(x: InOut[f32, n], i: Tensor[i64, m], v: Tensor[f32, m]) -> None:
    np.add.at(x, i, v)
    for k in range(2):
        x[i] = v
        x[x > 4.0] += 1.0
        if x[0] > 7.0:
            np.copyto(x, x * 2.0, where=x > 8.0)
    x[x < 0.0] = 0.5


@graph
def cleared(x: InOut[f32, n]):
    total = np.sum(x)
    x.fill(0.0)
    return total
# --- calls ---
#: scatter(np.float32([1, 2, 3]), np.array([0, 2, 0]), np.float32([5, -1, 6]))
#: scatter(np.float32([1, 2, 3]), np.array([1, 2, -1]), np.float32([5, -1, 9]))
#: cleared(np.float32([1, 2, 3]))
# --- emitted ---
# Written by `dslc build` from inout_write_calls.py: edit that file and build again.
import numpy as np

import dslc
from dslc import InOut, Tensor, dims, f32, graph, i64

n, m = dims("n m")


@dslc.builder("inout_write_calls.py")
def scatter(g, x: InOut[f32, n], i: Tensor[i64, m], v: Tensor[f32, m]) -> None:
    # updates x
    g.lines(10, 11, 12, 13, 14, 15, 16)

    g.at("np.add.at(x, i, v)")
    x_add_at = g.add_at(x, g.s_[i], v)                            # f32[n]
    g.update(x, x_add_at)

    g.at("for k in range(2):")

    def loop1_body(k):                                            # int, f32[n]
        g.at("x[i] = v")
        g.write(x, g.s_[i], v)                                    # f32[n]

        g.at("x[x > 4.0] += 1.0")
        x_greater = g.greater(x, 4.0)                             # bool_[n]
        x_index = g.index(x, g.s_[x_greater])                     # f32[x_index_n]
        x_add = g.add(x_index, 1.0)                               # f32[x_index_n]
        g.write(x, g.s_[x_greater], x_add, inplace=True)          # f32[n]

        g.at("if x[0] > 7.0:")
        test_index = g.index(x, g.s_[0])                          # f32
        test = g.greater(test_index, 7.0)                         # bool_

        def if1_then():                                           # f32[n]
            g.at("np.copyto(x, x * 2.0, where=x > 8.0)")
            x_multiply = g.multiply(x, 2.0)                       # f32[n]
            x_greater = g.greater(x, 8.0)                         # bool_[n]
            x_copyto = g.copyto(x, x_multiply, where=x_greater)   # f32[n]
            g.update(x, x_copyto)
            return ()

        def if1_else():                                           # f32[n]
            return ()

        g.if_(test, if1_then, if1_else, writes=(x,))              # f32[n]
        return ()

    g.for_(g.range(2), loop1_body, (), writes=(x,))               # f32[n]

    g.at("x[x < 0.0] = 0.5")
    x_less = g.less(x, 0.0)                                       # bool_[n]
    g.write(x, g.s_[x_less], 0.5)                                 # f32[n]
    return None


@dslc.builder("inout_write_calls.py")
def cleared(g, x: InOut[f32, n]):
    # updates x
    g.lines(21, 22)

    g.at("total = np.sum(x)")
    total = g.sum(x)                                              # f32

    g.at("x.fill(0.0)")
    g.write(x, g.s_[...], 0.0)                                    # f32[n]

    return total
