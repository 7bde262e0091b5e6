# construct: `:=`
# nodes: NamedExpr
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    while (total := np.sum(x)) < 10:  # <--
        x = x * 2
    return x, total
# --- calls ---
#: f(np.float32([1, 2])) == (np.float32([4, 8]), 12)
#: f(np.float32([9, 2])) == (np.float32([9, 2]), 11)
# --- emitted ---
@dslc.builder("walrus_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 10, 11, 10)

    g.at("total := np.sum(x)")
    total = g.sum(x)                                              # f32

    g.at("while (total := np.sum(x)) < 10:")

    def loop1_test(x, total):                                     # f32[n], f32
        test = g.less(total, 10)                                  # bool_
        return test

    def loop1_body(x, total):                                     # f32[n], f32
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # f32[n]

        g.at("total := np.sum(x)")
        total = g.sum(x)                                          # f32
        return x, total

    x, total = g.while_(loop1_test, loop1_body, (x, total))       # f32[n], f32

    return x, total
