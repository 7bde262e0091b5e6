# construct: a tuple
# nodes: Tuple
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    axes = (0, 1)  # <--
    return np.sum(x, axis=axes)
# --- calls ---
#: f(np.ones((2, 3), np.float32)) == 6
# --- emitted ---
@dslc.builder("tuple_build.py")
def f(g, x: Tensor[f32, n, m]):
    g.lines(11)

    axes = (0, 1)

    g.at("return np.sum(x, axis=axes)")
    result = g.sum(x, axis=axes)                                  # f32
    return result
