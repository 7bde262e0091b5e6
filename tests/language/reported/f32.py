# construct: assertions stay
# time: run
# status: supported
# reported: pytorch/pytorch#120409, #150539
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n], lim: float):
    assert np.max(x) < lim, "too big"  # <--
    return x + 1
# --- calls ---
#: f(np.array([1.0]), 2.0) == np.array([2.0])
#! f(np.array([3.0]), 2.0) AssertionError
# --- emitted ---
@dslc.builder("f32.py")
def f(g, x: Tensor[f64, n], lim: float):
    g.lines(10, 11)

    g.at('assert np.max(x) < lim, "too big"')
    test_max = g.max(x)                                           # f64
    test = g.less(test_max, lim)                                  # bool_
    checked = g.check(test, message="too big")                    # bool

    g.at("return x + 1")
    result = g.add(x, 1)                                          # f64[n]
    return result
