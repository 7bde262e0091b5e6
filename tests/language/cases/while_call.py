# construct: `while`
# nodes: While
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    while k > 0:  # <--
        x = x * 2
        k = k - 1
    return x
# --- calls ---
#: f(np.float32([1]), 3) == np.float32([8])
#: f(np.float32([1]), 0) == np.float32([1])
# --- emitted ---
@dslc.builder("while_call.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(10, 11, 12)

    g.at("while k > 0:")

    def loop1_test(x, k):                                         # f32[n], int
        test = g.greater(k, 0)                                    # bool
        return test

    def loop1_body(x, k):                                         # f32[n], int
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # f32[n]

        g.at("k = k - 1")
        k = g.subtract(k, 1)                                      # int
        return x, k

    x, k = g.while_(loop1_test, loop1_body, (x, k))               # f32[n], int

    return x
