# construct: an index out of bounds
# time: call
# status: supported
# reported: jax-ml/jax#278, #3493
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n], i: int):
    return x[i]  # <--
# --- calls ---
#: f(np.arange(10.0), 9) == np.float64(9)
#: f(np.arange(10.0), -1) == np.float64(9)
#! f(np.arange(10.0), 13) IndexError
# --- emitted ---
@dslc.builder("f38.py")
def f(g, x: Tensor[f64, n], i: int):
    g.lines(10)

    g.at("return x[i]")
    result = g.index(x, g.s_[i])                                  # f64
    return result
