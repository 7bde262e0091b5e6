# construct: `*` unpacking
# nodes: Starred
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    most = max(*(1, 2), 3)  # <--
    return x * most
# --- calls ---
#: f(np.float32([2])) == np.float32([6])
# --- emitted ---
@dslc.builder("starred_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    most = max(1, 2, 3)

    g.at("return x * most")
    result = g.multiply(x, most)                                  # f32[n]
    return result
