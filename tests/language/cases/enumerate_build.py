# construct: `enumerate`, `zip`, `reversed`, `sorted`
# nodes: For Call
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    for i, (a, b) in enumerate(zip(sorted((3, 1)), reversed((4, 5)))):  # <--
        x = x * a + b * i
    return x
# --- calls ---
#: f(np.float32([1])) == np.float32([7])
# --- emitted ---
@dslc.builder("enumerate_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    for i, (a, b) in enumerate(zip(sorted((3, 1)), reversed((4, 5)))):
        g.at("x = x * a + b * i")
        x_multiply = g.multiply(x, a)                             # f32[n]
        x = g.add(x_multiply, b * i)                              # f32[n]

    return x
