# construct: a slice
# nodes: Slice Subscript
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    return x[max(k, 0) :]  # <--
# --- calls ---
#: f(np.float32([1, 2, 3]), 1) == np.float32([2, 3])
#: f(np.float32([1, 2, 3]), 7) == np.float32([])
#: f(np.float32([1, 2, 3]), -1) == np.float32([1, 2, 3])
# --- emitted ---
@dslc.builder("slice_call.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(10)

    g.at("return x[max(k, 0) :]")
    result = g.index(x, g.s_[g.dim_max(k, 0):])                   # f32[max(n - max(k, 0), 0)]
    return result
