# construct: a branch that only renames
# time: run
# status: supported
# reported: pytorch/pytorch#153832, #193810
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n]):
    if np.sum(x) > 0:  # <--
        y = x
    else:
        y = x * 2
    return y
# --- calls ---
#: f(np.array([1.0, 2.0])) == np.array([1.0, 2.0])
#: f(np.array([-1.0, -2.0])) == np.array([-2.0, -4.0])
# --- emitted ---
@dslc.builder("f18.py")
def f(g, x: Tensor[f64, n]):
    g.lines(10, 13)

    g.at("if np.sum(x) > 0:")
    test_sum = g.sum(x)                                           # f64
    test = g.greater(test_sum, 0)                                 # bool_

    def if1_then():
        y = x
        return y

    def if1_else():
        g.at("y = x * 2")
        y = g.multiply(x, 2)                                      # f64[n]
        return y

    y = g.if_(test, if1_then, if1_else)                           # f64[n]

    return y
