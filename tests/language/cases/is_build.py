# construct: `is`, `is not`
# nodes: Compare Is IsNot
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], bias: Static[object] = None):
    if bias is not None or bias is None:  # <--
        x = x + 1
    return x
# --- calls ---
#: f(np.float32([2])) == np.float32([3])
# --- emitted ---
@dslc.builder("is_build.py")
def f(g, x: Tensor[f32, n], bias: Static[object] = None):
    g.lines(11)

    if (bias is not None) or (bias is None):
        g.at("x = x + 1")
        x = g.add(x, 1)                                           # f32[n]

    return x
