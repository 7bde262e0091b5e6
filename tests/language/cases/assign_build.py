# construct: `a = b = value`
# nodes: Assign
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    axis, sign = 0, -1  # <--
    return sign * np.sum(x, axis=axis)
# --- calls ---
#: f(np.float32([2])) == -2
# --- emitted ---
@dslc.builder("assign_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    axis, sign = 0, -1

    g.at("return sign * np.sum(x, axis=axis)")
    result_sum = g.sum(x, axis=axis)                              # f32
    result = g.multiply(sign, result_sum)                         # f32
    return result
