# construct: `assert`
# nodes: Assert
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    assert k > 0, "k must be positive"  # <--
    return x * k
# --- calls ---
#: f(np.float32([2, 3])) == np.float32([4, 6])
# --- emitted ---
@dslc.builder("assert_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 2):
    g.lines(10, 11)

    g.at('assert k > 0, "k must be positive"')
    checked = g.check(k > 0, message="k must be positive")        # bool

    g.at("return x * k")
    result = g.multiply(x, k)                                     # f32[n]
    return result
