# construct: a nested function
# nodes: FunctionDef arguments arg
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    def double(k):
        return 2 * k

    return x * double(3)  # <--
# --- calls ---
#: f(np.float32([1, 2])) == np.float32([6, 12])
# --- emitted ---
def f_double(g, k):
    return 2 * k


@dslc.builder("nested_function_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(13)

    g.at("return x * double(3)")
    result_double = f_double(g, 3)                                # int
    result = g.multiply(x, result_double)                         # f32[n]
    return result
