# construct: `< <= > >= == !=`
# nodes: Compare Lt LtE Gt GtE Eq NotEq
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    if 1 < k <= 4 and k >= 2 and k > 1 and k == 2 and k != 3:  # <--
        return x * k
    return x
# --- calls ---
#: f(np.float32([2])) == np.float32([4])
#: f(np.float32([2]), 9) == np.float32([2])
# --- emitted ---
@dslc.builder("compare_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 2):
    g.lines(11)

    if (((((1 < k) and (k <= 4)) and (k >= 2)) and (k > 1)) and (k == 2)) and (k != 3):
        g.at("return x * k")
        result = g.multiply(x, k)                                 # f32[n]
        return result

    return x
