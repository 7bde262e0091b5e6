# construct: a function made in the graph, as an argument
# nodes: Lambda Call
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def twice(step, v):
    return step(step(v))


def same(step):
    return step


@graph
def f(x: Tensor[f32, n], c: bool):
    by = 2
    step = same(lambda v: v * by + x)
    y = twice(step, x)  # <--
    by = 3
    if c:
        by = 4.0
        y = twice(step, y)
    return y + step(x), twice(lambda v: v - 1, x)
# --- calls ---
#: f(np.float32([1, 2]), True)
#: f(np.float32([1, 2]), False)
# --- emitted ---
def same_inlined(g, step):
    return step


def f_lambda(g, v, by, x):
    g.lines(19)

    g.at("lambda v: v * by + x")
    result_multiply = g.multiply(v, by)                           # f32[n]
    result = g.add(result_multiply, x)                            # f32[n]
    return result


def twice_inlined(g, step, v):
    g.lines(9)

    g.at("return step(step(v))")
    result_lambda = f_lambda(g, v, step["by"], step["x"])         # f32[n]
    result = f_lambda(g, result_lambda, step["by"], step["x"])    # f32[n]
    return result


def f_lambda_2(g, v):
    g.lines(25)

    g.at("lambda v: v - 1")
    result = g.subtract(v, 1)                                     # f32[n]
    return result


def twice_inlined_2(g, v):
    g.lines(9)

    g.at("return step(step(v))")
    result_lambda = f_lambda_2(g, v)                              # f32[n]
    result = f_lambda_2(g, result_lambda)                         # f32[n]
    return result


@dslc.builder("closure_passed_run.py", captures=("same", "twice"))
def f(g, x: Tensor[f32, n], c: bool):
    g.lines(19, 20, 22, 24, 25)

    by = 2

    g.at("step = same(lambda v: v * by + x)")
    step = same_inlined(g, {"by": by, "x": x})                    # {by: int, x: f32[n]}

    g.at("y = twice(step, x)")
    y = twice_inlined(g, {"by": by, "x": x}, x)                   # f32[n]

    by = 3

    g.at("if c:")

    def if1_then(y):                                              # f32[n]
        by = 4.0

        g.at("y = twice(step, y)")
        y = twice_inlined(g, {"by": by, "x": x}, y)               # f32[n]
        return by, y

    def if1_else(y):                                              # f32[n]
        return by, y

    by, y = g.if_(c, if1_then, if1_else, (y,))                    # float, f32[n]

    g.at("return y + step(x), twice(lambda v: v - 1, x)")
    result_lambda = f_lambda(g, x, by, x)                         # f32[n]
    result_add = g.add(y, result_lambda)                          # f32[n]
    result_twice = twice_inlined_2(g, x)                          # f32[n]
    return result_add, result_twice
