# construct: a call
# nodes: Call
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    return x[: min(abs(k), 2)]  # <--
# --- calls ---
#: f(np.float32([1, 2, 3]), 1) == np.float32([1])
#: f(np.float32([1, 2, 3]), 9) == np.float32([1, 2])
# --- emitted ---
@dslc.builder("call_call.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(10)

    g.at("return x[: min(abs(k), 2)]")
    result_abs = g.abs(k)                                         # int
    result_abs_n = g.as_dim(result_abs)                           # int
    result = g.index(x, g.s_[:g.dim_min(result_abs_n, 2)])        # f32[result_n]
    return result
