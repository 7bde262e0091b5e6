# construct: `if`
# nodes: If
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if x.shape[0] > 1:  # <--
        y = x * 2
    else:
        y = x
    return y
# --- calls ---
#: f(np.float32([2])) == np.float32([2])
#: f(np.float32([2, 3])) == np.float32([4, 6])
# --- emitted ---
@dslc.builder("if_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at("if x.shape[0] > 1:")
    test = g.greater(x.shape[0], 1)                               # bool

    def if1_then():
        g.at("y = x * 2")
        y = g.multiply(x, 2)                                      # f32[n]
        return y

    def if1_else():
        y = x
        return y

    y = g.if_(test, if1_then, if1_else)                           # f32[n]

    return y
