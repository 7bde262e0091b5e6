# construct: `a if test else b`
# nodes: IfExp
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x * 2 if x.shape[0] > 1 else x  # <--
# --- calls ---
#: f(np.float32([2, 3])) == np.float32([4, 6])
#: f(np.float32([2])) == np.float32([2])
# --- emitted ---
@dslc.builder("conditional_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("return x * 2 if x.shape[0] > 1 else x")
    result_greater = g.greater(x.shape[0], 1)                     # bool

    def if1_then():
        result_multiply = g.multiply(x, 2)                        # f32[n]
        return result_multiply

    def if1_else():
        return x

    result = g.if_(result_greater, if1_then, if1_else)            # f32[n]
    return result
