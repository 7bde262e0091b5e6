# construct: a dict comprehension
# nodes: DictComp comprehension
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    squares = {i: i * i for i in range(4)}  # <--
    return x * squares[k]
# --- calls ---
#: f(np.float32([3])) == np.float32([12])
# --- emitted ---
@dslc.builder("dict_comprehension_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 2):
    g.lines(11)

    squares = {i: i * i for i in range(4)}

    g.at("return x * squares[k]")
    result = g.multiply(x, squares[k])                            # f32[n]
    return result
