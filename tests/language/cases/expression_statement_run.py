# construct: an expression alone
# nodes: Expr
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], i: int):
    x[i]  # <--
    return x * 2
# --- calls ---
#: f(np.float32([2]), 0) == np.float32([4])
#! f(np.float32([2]), 1) IndexError
# --- emitted ---
@dslc.builder("expression_statement_run.py")
def f(g, x: Tensor[f32, n], i: int):
    g.lines(10, 11)

    g.at("x[i]")
    value_index = g.index(x, g.s_[i])                             # f32

    g.at("return x * 2")
    result = g.multiply(x, 2)                                     # f32[n]
    return result
