# construct: `return`
# nodes: Return
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if x.shape[0] > 1:
        return x + 1  # <--
    return x * 2
# --- calls ---
#: f(np.float32([1])) == np.float32([2])
#: f(np.float32([1, 5])) == np.float32([2, 6])
# --- emitted ---
@dslc.builder("return_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11, 12)

    g.at("if x.shape[0] > 1:")
    test = g.greater(x.shape[0], 1)                               # bool

    def if1_then():
        g.at("return x + 1")
        result = g.add(x, 1)                                      # f32[n]
        return result

    def if1_else():
        g.at("return x * 2")
        result = g.multiply(x, 2)                                 # f32[n]
        return result

    result = g.if_(test, if1_then, if1_else)                      # f32[n]
    return result
