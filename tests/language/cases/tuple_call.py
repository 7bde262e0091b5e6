# construct: a tuple
# nodes: Tuple
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    shape = (x.shape[1], x.shape[0])  # <--
    return x.reshape(shape)
# --- calls ---
#: f(np.ones((2, 3), np.float32)) == np.ones((3, 2))
# --- emitted ---
@dslc.builder("tuple_call.py")
def f(g, x: Tensor[f32, n, m]):
    g.lines(11)

    shape = (x.shape[1], x.shape[0])

    g.at("return x.reshape(shape)")
    result = g.reshape(x, shape)                                  # f32[m, n]
    return result
