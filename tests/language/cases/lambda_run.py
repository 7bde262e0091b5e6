# construct: a lambda
# nodes: Lambda
# time: run
# status: supported
# note: It reads variables, not values: what they hold where it is called.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    by = 2
    scaled = lambda v, plus=1: v * by + plus + x
    before = scaled(x)
    by = 3
    return before, scaled(x, plus=x)  # <--
# --- calls ---
#: f(np.float32([1, 2]))
#: f(np.zeros(0, np.float32))
# --- emitted ---
def f_scaled(g, v, plus, by, x):
    g.lines(11)

    g.at("lambda v, plus=1: v * by + plus + x")
    result_multiply = g.multiply(v, by)                           # f32[n]
    result_add = g.add(result_multiply, plus)                     # f32[n]
    result = g.add(result_add, x)                                 # f32[n]
    return result


@dslc.builder("lambda_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(12, 14)

    by = 2

    g.at("before = scaled(x)")
    before = f_scaled(g, x, 1, by, x)                             # f32[n]

    by = 3

    g.at("return before, scaled(x, plus=x)")
    result_scaled = f_scaled(g, x, x, by, x)                      # f32[n]
    return before, result_scaled
