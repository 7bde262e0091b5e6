# construct: `in`, `not in`
# nodes: Compare In NotIn
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], mode: Static[str] = "a"):
    if mode in ("a", "b") and mode not in ("c",):  # <--
        x = x + 1
    return x
# --- calls ---
#: f(np.float32([2])) == np.float32([3])
#: f(np.float32([2]), "c") == np.float32([2])
# --- emitted ---
@dslc.builder("in_build.py")
def f(g, x: Tensor[f32, n], mode: Static[str] = "a"):
    g.lines(11)

    if (mode in ("a", "b")) and (mode not in ("c",)):
        g.at("x = x + 1")
        x = g.add(x, 1)                                           # f32[n]

    return x
