# construct: `if`
# nodes: If
# time: build
# status: supported
# note: It stays Python: the graph has one branch only.
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], deep: Static[bool] = False):
    if deep:  # <--
        x = x * 2
    elif x.ndim == 1:
        x = x + 1
    return x
# --- calls ---
#: f(np.float32([2])) == np.float32([3])
#: f(np.float32([2]), True) == np.float32([4])
# --- emitted ---
@dslc.builder("if_build.py")
def f(g, x: Tensor[f32, n], deep: Static[bool] = False):
    g.lines(11, 13)

    if deep:
        g.at("x = x * 2")
        x = g.multiply(x, 2)
    else:
        if x.ndim == 1:
            g.at("x = x + 1")
            x = g.add(x, 1)                                       # f32[n]

    return x
