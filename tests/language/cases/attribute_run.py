# construct: an attribute
# nodes: Attribute
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    return x.T  # <--
# --- calls ---
#: f(np.ones((2, 3), np.float32)) == np.ones((3, 2))
# --- emitted ---
@dslc.builder("attribute_run.py")
def f(g, x: Tensor[f32, n, m]):
    g.lines(10)

    g.at("return x.T")
    result = g.transpose(x)                                       # f32[m, n]
    return result
