# construct: `a += value`
# nodes: AugAssign
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    k += x.shape[0]  # <--
    return x * k
# --- calls ---
#: f(np.float32([2, 3]), 1) == np.float32([6, 9])
# --- emitted ---
@dslc.builder("augmented_call.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(11)

    k = k + x.shape[0]

    g.at("return x * k")
    result = g.multiply(x, k)                                     # f32[n]
    return result
