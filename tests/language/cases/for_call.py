# construct: `for`
# nodes: For
# time: call
# status: supported
# note: One loop of the graph, whatever its length.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    for i in range(k, 0, -1):  # <--
        x = x + i
    return x
# --- calls ---
#: f(np.float32([8]), 3) == np.float32([14])
#: f(np.float32([8]), 0) == np.float32([8])
# --- emitted ---
@dslc.builder("for_call.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(10, 11)

    g.at("for i in range(k, 0, -1):")

    def loop1_body(i, x):                                         # int, f32[n]
        g.at("x = x + i")
        x = g.add(x, i)                                           # f32[n]
        return x

    x = g.for_(g.range(k, 0, -1), loop1_body, (x,))               # f32[n]

    return x
