# construct: `a if test else b`
# nodes: IfExp
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], up: Static[bool] = True):
    return x * 2 if up else x / 2  # <--
# --- calls ---
#: f(np.float32([2])) == np.float32([4])
#: f(np.float32([2]), False) == np.float32([1])
# --- emitted ---
@dslc.builder("conditional_build.py")
def f(g, x: Tensor[f32, n], up: Static[bool] = True):
    g.lines(10)

    g.at("return x * 2 if up else x / 2")
    if up:
        result = g.multiply(x, 2)                                 # f32[n]
    else:
        result = g.divide(x, 2)
    return result
