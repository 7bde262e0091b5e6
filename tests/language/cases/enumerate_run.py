# construct: `enumerate`, `zip`, `reversed`
# nodes: For Call
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n]):
    for i, (a, b) in enumerate(zip((x, y), reversed((x, y)))):  # <--
        x = x + a * i - b
    return x
# --- calls ---
#: f(np.float32([1]), np.float32([2])) == np.float32([0])
# --- emitted ---
@dslc.builder("enumerate_run.py")
def f(g, x: Tensor[f32, n], y: Tensor[f32, n]):
    g.lines(11)

    for i, (a, b) in enumerate(zip((x, y), (y, x))):
        g.at("x = x + a * i - b")
        x_multiply = g.multiply(a, i)                             # f32[n]
        x_add = g.add(x, x_multiply)                              # f32[n]
        x = g.subtract(x_add, b)                                  # f32[n]

    return x
