# construct: a set
# nodes: Set
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], mode: Static[str] = "a"):
    if mode in {"a", "b"}:  # <--
        x = x * 2
    return x
# --- calls ---
#: f(np.float32([2])) == np.float32([4])
#: f(np.float32([2]), "c") == np.float32([2])
# --- emitted ---
@dslc.builder("set_build.py")
def f(g, x: Tensor[f32, n], mode: Static[str] = "a"):
    g.lines(11)

    if mode in ({"a", "b"}):
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # f32[n]

    return x
