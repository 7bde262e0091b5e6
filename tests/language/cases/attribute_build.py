# construct: an attribute
# nodes: Attribute
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    last = x.ndim - 1  # <--
    return np.sum(x, axis=last)
# --- calls ---
#: f(np.ones((2, 3), np.float32)) == np.float32([3, 3])
# --- emitted ---
@dslc.builder("attribute_build.py")
def f(g, x: Tensor[f32, n, m]):
    g.lines(11)

    last = x.ndim - 1

    g.at("return np.sum(x, axis=last)")
    result = g.sum(x, axis=last)                                  # f32[n]
    return result
