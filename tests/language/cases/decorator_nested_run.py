# construct: a decorator of a nested function
# nodes: FunctionDef Call
# time: run
# status: supported
import functools

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def repeated(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            result = function(*args, **kwargs)
            for _ in range(times - 1):
                result = function(result)
            return result

        return wrapper

    return decorate


@graph
def f(x: Tensor[f32, n]):
    by = 2

    @repeated(3)
    def step(v, plus=0):
        return v * by + plus

    by = 3
    return step(x, plus=x)  # <--
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
def repeated_inlined(g, times):
    return {"times": times}


def repeated_decorate(g, function, times):
    return {"function": function, "times": times}


def f_step(g, v, plus, by):
    g.lines(30)

    g.at("return v * by + plus")
    result_multiply = g.multiply(v, by)                           # f32[n]
    result = g.add(result_multiply, plus)                         # f32[n]
    return result


def repeated_decorate_wrapper(g, args, kwargs, function, times):
    g.lines(14, 15, 16)

    g.at("result = function(*args, **kwargs)")
    result = f_step(g, args[0], kwargs["plus"], function["by"])   # f32[n]

    g.at("for _ in range(times - 1):")

    def loop1_body(_, result):                                    # int, f32[n]
        g.at("result = function(result)")
        result = f_step(g, result, 0, function["by"])             # f32[n]
        return result

    result = g.for_(g.range(times - 1), loop1_body, (result,))    # f32[n]

    return result


@dslc.builder("decorator_nested_run.py", captures=("repeated",))
def f(g, x: Tensor[f32, n]):
    g.lines(29, 33)

    by = 2

    g.at("def step(v, plus=0):")
    step_repeated = repeated_inlined(g, 3)                        # {times: int}
    step = repeated_decorate(g, {"by": by}, step_repeated["times"])  # {function: {by: int}, times: int}

    by = 3

    g.at("return step(x, plus=x)")
    result = repeated_decorate_wrapper(g, (x,), {"plus": x}, {"by": by}, step["times"])  # f32[n]
    return result
