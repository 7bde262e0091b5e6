# construct: `for`
# nodes: For
# time: build
# status: supported
# note: Over what is known while building: a Python loop.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    for name, rate in (("a", 0.5), ("b", 0.25)):  # <--
        x = x * rate
    return x
# --- calls ---
#: f(np.float32([8])) == np.float32([1])
# --- emitted ---
@dslc.builder("for_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    for name, rate in (("a", 0.5), ("b", 0.25)):
        g.at("x = x * rate")
        x = g.multiply(x, rate)                                   # f32[n]

    return x
