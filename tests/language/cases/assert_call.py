# construct: `assert`
# nodes: Assert
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    assert x.shape[0] % 2 == 0, "an even number of elements"  # <--
    return x * 2
# --- calls ---
#: f(np.float32([2, 3])) == np.float32([4, 6])
#! f(np.float32([2])) AssertionError
# --- emitted ---
@dslc.builder("assert_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at('assert x.shape[0] % 2 == 0, "an even number of elements"')
    test = g.equal(x.shape[0] % 2, 0)                             # bool
    checked = g.check(test, message="an even number of elements")  # bool

    g.at("return x * 2")
    result = g.multiply(x, 2)                                     # f32[n]
    return result
