# construct: `and`, `or`
# nodes: BoolOp And Or
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    if k > 1 and k < 5 or k == 9:  # <--
        x = x * k
    return x
# --- calls ---
#: f(np.float32([2])) == np.float32([4])
#: f(np.float32([2]), 7) == np.float32([2])
# --- emitted ---
@dslc.builder("logical_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 2):
    g.lines(11)

    if ((k > 1) and (k < 5)) or (k == 9):
        g.at("x = x * k")
        x = g.multiply(x, k)                                      # f32[n]

    return x
