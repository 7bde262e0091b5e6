# construct: `raise`
# nodes: Raise
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if x.shape[0] == 0:
        raise ValueError("no elements")  # <--
    return x * 2
# --- calls ---
#: f(np.float32([1])) == np.float32([2])
#! f(np.float32([])) ValueError
# --- emitted ---
@dslc.builder("raise_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 12)

    g.at('if x.shape[0] == 0: raise ValueError("no elements")')
    test_equal = g.equal(x.shape[0], 0)                           # bool
    test = g.not_(test_equal)                                     # bool
    checked = g.check(test, message="no elements", error="ValueError")  # bool

    g.at("return x * 2")
    result = g.multiply(x, 2)                                     # f32[n]
    return result
