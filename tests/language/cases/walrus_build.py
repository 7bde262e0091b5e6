# construct: `:=`
# nodes: NamedExpr
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    if (double := 2 * k) > 3:  # <--
        x = x * double
    return x
# --- calls ---
#: f(np.float32([2])) == np.float32([8])
#: f(np.float32([2]), 1) == np.float32([2])
# --- emitted ---
@dslc.builder("walrus_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 2):
    g.lines(11)

    double = 2 * k

    if double > 3:
        g.at("x = x * double")
        x = g.multiply(x, double)                                 # f32[n]

    return x
