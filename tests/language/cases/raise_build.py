# construct: `raise`
# nodes: Raise
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    if k < 0:
        raise ValueError("k is negative")  # <--
    return x * k
# --- calls ---
#: f(np.float32([1])) == np.float32([2])
# --- emitted ---
@dslc.builder("raise_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 2):
    g.lines(10, 12)

    g.at('if k < 0: raise ValueError("k is negative")')
    checked = g.check(not (k < 0), message="k is negative", error="ValueError")  # bool

    g.at("return x * k")
    result = g.multiply(x, k)                                     # f32[n]
    return result
