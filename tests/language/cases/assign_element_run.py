# construct: `x[key] = value`
# nodes: Assign Subscript
# time: run
# status: supported
# note: Every name of the array shows it.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], i: int):
    y = x.copy()
    y[i] = 9.0  # <--
    y[y < 0] = 0.0
    return y
# --- calls ---
#: f(np.float32([-2, 3]), 1) == np.float32([0, 9])
#! f(np.float32([-2, 3]), 2) IndexError
# --- emitted ---
@dslc.builder("assign_element_run.py")
def f(g, x: Tensor[f32, n], i: int):
    g.lines(10, 11, 12)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n]

    g.at("y[i] = 9.0")
    y = g.store(y, g.s_[i], 9.0)                                  # f32[n]

    g.at("y[y < 0] = 0.0")
    y_less = g.less(y, 0)                                         # bool_[n]
    y = g.store(y, g.s_[y_less], 0.0)                             # f32[n]

    return y
