# construct: `a = b = value`
# nodes: Assign
# time: run
# status: supported
# note: Two names for one array stay two names for one array.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    a = b = x * 2  # <--
    a[0] = 9
    return b
# --- calls ---
#: f(np.float32([2, 3])) == np.float32([9, 6])
# --- emitted ---
@dslc.builder("assign_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at("a = b = x * 2")
    a_multiply = g.multiply(x, 2)                                 # f32[n]
    a = a_multiply
    b = a_multiply

    g.at("a[0] = 9")
    a = g.store(a, g.s_[0], 9)                                    # f32[n]
    b = a

    return b
