# construct: `*` before a shape, in another shape
# nodes: Starred
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], rows: int):
    return np.zeros((rows + 1, *x.shape[1:]), x.dtype)  # <--
# --- calls ---
#: f(np.ones((2, 3), np.float32), 3) == np.zeros((4, 3), np.float32)
#: f(np.ones((0, 0), np.float32), 0) == np.zeros((1, 0), np.float32)
# --- emitted ---
@dslc.builder("starred_size_run.py")
def f(g, x: Tensor[f32, n, m], rows: int):
    g.lines(10)

    g.at("return np.zeros((rows + 1, *x.shape[1:]), x.dtype)")
    result = g.zeros((rows + 1, x.shape[1]), x.dtype)             # f32[rows + 1, m]
    return result
