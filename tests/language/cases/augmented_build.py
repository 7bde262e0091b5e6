# construct: `a += value`
# nodes: AugAssign
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    k *= 3  # <--
    return x * k
# --- calls ---
#: f(np.float32([2])) == np.float32([12])
# --- emitted ---
@dslc.builder("augmented_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 2):
    g.lines(11)

    k = k * 3

    g.at("return x * k")
    result = g.multiply(x, k)                                     # f32[n]
    return result
