# construct: a tuple
# nodes: Tuple
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    pair = x + 1, x - 1  # <--
    return pair
# --- calls ---
#: f(np.float32([2])) == (np.float32([3]), np.float32([1]))
# --- emitted ---
@dslc.builder("tuple_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("pair = x + 1, x - 1")
    pair_add = g.add(x, 1)                                        # f32[n]
    pair_subtract = g.subtract(x, 1)                              # f32[n]
    pair = (pair_add, pair_subtract)

    return pair
