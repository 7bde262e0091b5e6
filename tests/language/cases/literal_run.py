# construct: a number
# nodes: Constant
# time: run
# status: supported
# note: A Python number takes the dtype of the array it meets.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x * 2.5 + True  # <--
# --- calls ---
#: f(np.float32([2, 4])) == np.float32([6, 11])
# --- emitted ---
@dslc.builder("literal_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("return x * 2.5 + True")
    result_multiply = g.multiply(x, 2.5)                          # f32[n]
    result = g.add(result_multiply, True)                         # f32[n]
    return result
