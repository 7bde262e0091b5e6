# construct: `pass`
# nodes: Pass
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if x[0] > 0:
        pass  # <--
    return x
# --- calls ---
#: f(np.float32([1])) == np.float32([1])
# --- emitted ---
@dslc.builder("pass_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("if x[0] > 0:")
    test_index = g.index(x, g.s_[0])                              # f32
    test = g.greater(test_index, 0)                               # bool_

    def if1_then():
        return ()

    def if1_else():
        return ()

    g.if_(test, if1_then, if1_else)

    return x
