# construct: `and`, `or`
# nodes: BoolOp And Or
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    return k and x.shape[0] // k or 7  # <--
# --- calls ---
#: f(np.float32([1, 2]), 1) == 2
#: f(np.float32([1, 2]), 0) == 7
# --- emitted ---
@dslc.builder("logical_call.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(10)

    g.at("return k and x.shape[0] // k or 7")

    def if1_then():
        result_floor_divide = g.floor_divide(x.shape[0], k)       # int
        return result_floor_divide

    def if1_else():
        return k

    result_if = g.if_(k, if1_then, if1_else)                      # int

    def if2_then():
        return result_if

    def if2_else():
        return 7

    result = g.if_(result_if, if2_then, if2_else)                 # int
    return result
