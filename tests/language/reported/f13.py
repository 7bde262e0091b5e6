# construct: None first, an array afterwards
# time: run
# status: supported
# reported: PaddlePaddle/docs, pytorch/pytorch#51563
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n]):
    cache = None
    y = x
    while np.sum(y) < 10:  # <--
        if cache is None:
            y = x + 1
        else:
            y = x + cache
        cache = y
    return y
# --- calls ---
#: f(np.array([1.0, 2.0]))
#: f(np.array([100.0, 2.0]))
#: f(np.array([nan, 2.0]))
#: f(np.array([-9.0, 10.0]))
# --- emitted ---
@dslc.builder("f13.py")
def f(g, x: Tensor[f64, n]):
    g.lines(12, 14, 12, 16)

    cache = None
    y = x

    g.at("while np.sum(y) < 10:")
    test_sum = g.sum(y)                                           # f64
    test = g.less(test_sum, 10)                                   # bool_

    def if1_then():
        g.at("y = x + 1")
        y = g.add(x, 1)                                           # f64[n]

        cache = y

        g.at("while np.sum(y) < 10:")

        def loop1_test(cache, y):                                 # f64[n], f64[n]
            test_sum = g.sum(y)                                   # f64
            test = g.less(test_sum, 10)                           # bool_
            return test

        def loop1_body(cache, y):                                 # f64[n], f64[n]
            g.at("y = x + cache")
            y = g.add(x, cache)                                   # f64[n]

            cache = y
            return cache, y

        cache, y = g.while_(loop1_test, loop1_body, (cache, y))   # f64[n], f64[n]
        return y

    def if1_else():
        return y

    y = g.if_(test, if1_then, if1_else)                           # f64[n]

    return y
