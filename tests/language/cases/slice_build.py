# construct: a slice
# nodes: Slice Subscript
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    return x[::-2, ..., None]  # <--
# --- calls ---
#: f(np.float32([[1, 2], [3, 4]])) == np.float32([[[3], [4]]])
# --- emitted ---
@dslc.builder("slice_build.py")
def f(g, x: Tensor[f32, n, m]):
    g.lines(10)

    g.at("return x[::-2, ..., None]")
    result = g.index(x, g.s_[::-2, ..., None])                    # f32[(n + 1)//2, m, 1]
    return result
