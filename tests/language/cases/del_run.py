# construct: `del` of a name
# nodes: Delete
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x * 2
    z = y + 1
    del y  # <--
    return z
# --- calls ---
#: f(np.float32([1])) == np.float32([3])
# --- emitted ---
@dslc.builder("del_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at("y = x * 2")
    y = g.multiply(x, 2)                                          # f32[n]

    g.at("z = y + 1")
    z = g.add(y, 1)                                               # f32[n]

    return z
