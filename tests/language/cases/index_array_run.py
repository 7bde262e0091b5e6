# construct: an array of integers as an index
# nodes: Subscript
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n], order: Tensor[i64, m]):
    return x[order]  # <--
# --- calls ---
#: f(np.float32([1, 2, 3]), np.array([2, 0])) == np.float32([3, 1])
#! f(np.float32([1, 2, 3]), np.array([3])) IndexError
# --- emitted ---
@dslc.builder("index_array_run.py")
def f(g, x: Tensor[f32, n], order: Tensor[i64, m]):
    g.lines(10)

    g.at("return x[order]")
    result = g.index(x, g.s_[order])                              # f32[m]
    return result
