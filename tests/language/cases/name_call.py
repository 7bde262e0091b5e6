# construct: a name
# nodes: Name
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    size = k  # <--
    return x[:1] * size
# --- calls ---
#: f(np.float32([2, 4]), 3) == np.float32([6])
# --- emitted ---
@dslc.builder("name_call.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(11)

    size = k

    g.at("return x[:1] * size")
    result_index = g.index(x, g.s_[:1])                           # f32[min(n, 1)]
    result = g.multiply(result_index, size)                       # f32[min(n, 1)]
    return result
