# construct: a set comprehension
# nodes: SetComp comprehension
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 4):
    if k in {i * i for i in range(3)}:  # <--
        x = x * 2
    return x
# --- calls ---
#: f(np.float32([3])) == np.float32([6])
#: f(np.float32([3]), 5) == np.float32([3])
# --- emitted ---
@dslc.builder("set_comprehension_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 4):
    g.lines(11)

    if k in ({i * i for i in range(3)}):
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # f32[n]

    return x
