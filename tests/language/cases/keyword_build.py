# construct: a keyword argument
# nodes: keyword
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x * int("11", base=2)  # <--
# --- calls ---
#: f(np.float32([2])) == np.float32([6])
# --- emitted ---
@dslc.builder("keyword_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at('return x * int("11", base=2)')
    result = g.multiply(x, int("11", base=2))                     # f32[n]
    return result
