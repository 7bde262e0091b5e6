# construct: `while`
# nodes: While
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    while np.sum(x) < 10:  # <--
        x = x * 2
    return x
# --- calls ---
#: f(np.float32([1, 2])) == np.float32([4, 8])
# --- emitted ---
@dslc.builder("while_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at("while np.sum(x) < 10:")

    def loop1_test(x):                                            # f32[n]
        test_sum = g.sum(x)                                       # f32
        test = g.less(test_sum, 10)                               # bool_
        return test

    def loop1_body(x):                                            # f32[n]
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # f32[n]
        return x

    x = g.while_(loop1_test, loop1_body, (x,))                    # f32[n]

    return x
