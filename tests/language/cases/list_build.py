# construct: a list
# nodes: List
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    for rate in [0.5, 0.25]:  # <--
        x = x * rate
    return x
# --- calls ---
#: f(np.float32([8, 16])) == np.float32([1, 2])
# --- emitted ---
@dslc.builder("list_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    for rate in [0.5, 0.25]:
        g.at("x = x * rate")
        x = g.multiply(x, rate)                                   # f32[n]

    return x
