# construct: default values, `*` and `/` in a signature
# nodes: arguments arg
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], /, *, k: Static[int] = 2):
    return x * k  # <--
# --- calls ---
#: f(np.float32([3])) == np.float32([6])
#: f(np.float32([3]), k=3) == np.float32([9])
# --- emitted ---
@dslc.builder("defaults_build.py")
def f(g, x: Tensor[f32, n], /, *, k: Static[int] = 2):
    g.lines(10)

    g.at("return x * k")
    result = g.multiply(x, k)                                     # f32[n]
    return result
