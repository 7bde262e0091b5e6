# construct: an element
# nodes: Subscript
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], i: int):
    return x[i]  # <--
# --- calls ---
#: f(np.float32([2, 3, 4]), -1) == np.float32(4)
#! f(np.float32([2, 3, 4]), 3) IndexError
# --- emitted ---
@dslc.builder("subscript_call.py")
def f(g, x: Tensor[f32, n], i: int):
    g.lines(10)

    g.at("return x[i]")
    result = g.index(x, g.s_[i])                                  # f32
    return result
