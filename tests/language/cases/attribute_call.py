# construct: an attribute
# nodes: Attribute
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x * x.shape[0]  # <--
# --- calls ---
#: f(np.float32([2, 3])) == np.float32([4, 6])
# --- emitted ---
@dslc.builder("attribute_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("return x * x.shape[0]")
    result = g.multiply(x, x.shape[0])                            # f32[n]
    return result
