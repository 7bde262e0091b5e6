# construct: `assert`
# nodes: Assert
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], most: float):
    assert np.max(x) < most, "too big"  # <--
    return x + 1
# --- calls ---
#: f(np.float32([1]), 2.0) == np.float32([2])
#! f(np.float32([3]), 2.0) AssertionError
# --- emitted ---
@dslc.builder("assert_run.py")
def f(g, x: Tensor[f32, n], most: float):
    g.lines(10, 11)

    g.at('assert np.max(x) < most, "too big"')
    test_max = g.max(x)                                           # f32
    test = g.less(test_max, most)                                 # bool_
    checked = g.check(test, message="too big")                    # bool

    g.at("return x + 1")
    result = g.add(x, 1)                                          # f32[n]
    return result
