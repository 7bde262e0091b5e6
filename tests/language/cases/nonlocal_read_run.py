# construct: `nonlocal` of a name that is read
# nodes: Nonlocal
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    def scaled():
        nonlocal x
        return x * 2

    x = x + 1
    return scaled()  # <--
# --- calls ---
#: f(np.float32([1, 2])) == np.float32([4, 6])
# --- emitted ---
def f_scaled(g, x):
    g.lines(12)

    g.at("return x * 2")
    result = g.multiply(x, 2)                                     # f32[n]
    return result


@dslc.builder("nonlocal_read_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(14, 15)

    g.at("x = x + 1")
    x = g.add(x, 1)                                               # f32[n]

    g.at("return scaled()")
    result = f_scaled(g, x)                                       # f32[n]
    return result
