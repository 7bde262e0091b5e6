# construct: `:=`
# nodes: NamedExpr
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if (size := x.shape[0]) > 1:  # <--
        x = x * size
    return x
# --- calls ---
#: f(np.float32([2, 3])) == np.float32([4, 6])
#: f(np.float32([2])) == np.float32([2])
# --- emitted ---
@dslc.builder("walrus_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    size = x.shape[0]

    g.at("if (size := x.shape[0]) > 1:")
    test = g.greater(size, 1)                                     # bool

    def if1_then(x):                                              # f32[n]
        g.at("x = x * size")
        x = g.multiply(x, size)                                   # f32[n]
        return x

    def if1_else(x):                                              # f32[n]
        return x

    x = g.if_(test, if1_then, if1_else, (x,))                     # f32[n]

    return x
