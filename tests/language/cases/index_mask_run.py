# construct: an array of truths as an index
# nodes: Subscript
# time: run
# status: supported
# note: How many elements there are is a size of its own.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x[x > 0]  # <--
# --- calls ---
#: f(np.float32([1, -2, 3])) == np.float32([1, 3])
#: f(np.float32([-2])) == np.float32([])
# --- emitted ---
@dslc.builder("index_mask_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("return x[x > 0]")
    result_greater = g.greater(x, 0)                              # bool_[n]
    result = g.index(x, g.s_[result_greater])                     # f32[result_n]
    return result
