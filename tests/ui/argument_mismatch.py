import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def helper(a, b):
    return a + b


@graph
def callee(x: Tensor[f32, n]):
    return x


@graph
def f(x: Tensor[f32, n]):
    y = helper(x)  # error: [argument-mismatch]
    z = callee(x, x)  # error: [argument-mismatch]
    w = np.sum(x, over=0)  # error: [argument-mismatch]
    a, b = x, x, x  # error: [argument-mismatch]
    return y, z, w, a, b
# --- diagnostics ---
