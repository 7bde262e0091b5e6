# construct: a lambda
# nodes: Lambda
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    largest = max((-3, 2), key=lambda k: abs(k))  # <--
    return x * largest
# --- calls ---
#: f(np.float32([2])) == np.float32([-6])
# --- emitted ---
@dslc.builder("lambda_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    largest = max((-3, 2), key=lambda k: abs(k))

    g.at("return x * largest")
    result = g.multiply(x, largest)                               # f32[n]
    return result
