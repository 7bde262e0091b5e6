# construct: which function, as building decides
# nodes: IfExp Lambda
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


def halved(v):
    return v / 2


@graph
def f(x: Tensor[f32, n], deep: Static[bool] = True):
    by = 2
    step = np.tanh if deep else (lambda v: v * by)
    last = lambda v: v + 1
    if deep:
        last = halved
    by = 3
    return last(step(x))  # <--
# --- calls ---
#: f(np.float32([1, 2]))
#: f(np.float32([1, 2]), deep=False)
# --- emitted ---
def f_step(g, v, by):
    g.lines(15)

    g.at("lambda v: v * by")
    result = g.multiply(v, by)
    return result


def halved_inlined(g, v):
    g.lines(9)

    g.at("return v / 2")
    result = g.divide(v, 2)                                       # f32[n]
    return result


def f_last(g, v):
    g.lines(16)

    g.at("lambda v: v + 1")
    result = g.add(v, 1)
    return result


@dslc.builder("function_choice_build.py", captures=("halved",))
def f(g, x: Tensor[f32, n], deep: Static[bool] = True):
    g.lines(20)

    by = 2
    step = np.tanh if deep else "lambda v: v * by"

    last = "lambda v: v + 1"
    if deep:
        last = halved
    by = 3

    g.at("return last(step(x))")
    if step is np.tanh:
        result_step = g.tanh(x)                                   # f32[n]
    else:
        result_step = f_step(g, x, by)
    if last is halved:
        result = halved_inlined(g, result_step)                   # f32[n]
    else:
        result = f_last(g, result_step)
    return result
