# construct: `a = b = value`
# nodes: Assign
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    rows, columns = x.shape  # <--
    return x.reshape(columns, rows)
# --- calls ---
#: f(np.ones((2, 3), np.float32)) == np.ones((3, 2))
# --- emitted ---
@dslc.builder("assign_call.py")
def f(g, x: Tensor[f32, n, m]):
    g.lines(11)

    rows, columns = x.shape[0], x.shape[1]

    g.at("return x.reshape(columns, rows)")
    result = g.reshape(x, (columns, rows))                        # f32[m, n]
    return result
