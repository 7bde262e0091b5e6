# construct: an element
# nodes: Subscript
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


SIZES = (3, 5)


@graph
def f(x: Tensor[f32, n]):
    return x * SIZES[1]  # <--
# --- calls ---
#: f(np.float32([2])) == np.float32([10])
# --- emitted ---
@dslc.builder("subscript_build.py", captures=("SIZES",))
def f(g, x: Tensor[f32, n]):
    # capture SIZES = (3, 5)
    g.lines(13)

    g.at("return x * SIZES[1]")
    result = g.multiply(x, SIZES[1])                              # f32[n]
    return result
