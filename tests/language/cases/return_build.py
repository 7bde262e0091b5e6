# construct: `return`
# nodes: Return
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], early: Static[bool] = True):
    if early:
        return x  # <--
    return x * 2
# --- calls ---
#: f(np.float32([1])) == np.float32([1])
#: f(np.float32([1]), False) == np.float32([2])
# --- emitted ---
@dslc.builder("return_build.py")
def f(g, x: Tensor[f32, n], early: Static[bool] = True):
    g.lines(12)

    if early:
        return x

    g.at("return x * 2")
    result = g.multiply(x, 2)
    return result
