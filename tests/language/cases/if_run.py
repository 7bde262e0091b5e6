# construct: `if`
# nodes: If
# time: run
# status: supported
# note: Both branches are in the graph, one runs.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if np.sum(x) > 0:  # <--
        y = x
    else:
        y = x * 2
    return y
# --- calls ---
#: f(np.float32([2])) == np.float32([2])
#: f(np.float32([-2])) == np.float32([-4])
# --- emitted ---
@dslc.builder("if_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 13)

    g.at("if np.sum(x) > 0:")
    test_sum = g.sum(x)                                           # f32
    test = g.greater(test_sum, 0)                                 # bool_

    def if1_then():
        y = x
        return y

    def if1_else():
        g.at("y = x * 2")
        y = g.multiply(x, 2)                                      # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else)                           # f32[n]

    return y
