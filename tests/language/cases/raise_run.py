# construct: `raise`
# nodes: Raise
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if np.sum(x) < 0:
        raise ValueError("a negative sum")  # <--
    return x * 2
# --- calls ---
#: f(np.float32([1])) == np.float32([2])
#! f(np.float32([-1])) ValueError
# --- emitted ---
@dslc.builder("raise_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 12)

    g.at('if np.sum(x) < 0: raise ValueError("a negative sum")')
    test_sum = g.sum(x)                                           # f32
    test_less = g.less(test_sum, 0)                               # bool_
    test = g.not_(test_less)                                      # bool
    checked = g.check(test, message="a negative sum", error="ValueError")  # bool

    g.at("return x * 2")
    result = g.multiply(x, 2)                                     # f32[n]
    return result
