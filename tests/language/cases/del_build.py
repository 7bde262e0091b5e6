# construct: `del` of a name
# nodes: Delete
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = 2
    y = x * k
    del k  # <--
    return y
# --- calls ---
#: f(np.float32([1])) == np.float32([2])
# --- emitted ---
@dslc.builder("del_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    k = 2

    g.at("y = x * k")
    y = g.multiply(x, k)                                          # f32[n]

    return y
