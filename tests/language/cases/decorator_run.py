# construct: a decorator of a plain function
# nodes: FunctionDef Call
# time: run
# status: supported
# note: What it closes over is a number, a text or a function that it has for good.
import functools

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def checked(low):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(v, *args, **kwargs):
            if np.min(v) < low:
                raise ValueError(f"{function.__name__} of less than {low}")
            return function(v, *args, **kwargs)

        return wrapper

    return decorate


def twice(function):
    return lambda v: function(function(v))


@checked(0.0)
def root(v, plus=1):
    return np.sqrt(v) + plus


@twice
@checked(low=1)
def step(v):
    return v * 2


@graph
def f(x: Tensor[f32, n]):
    return root(x), root(x, plus=x), step(x)  # <--
# --- calls ---
#: f(np.float32([1, 4]))
#! f(np.float32([0.5, 4])) ValueError
#! f(np.float32([-1, 4])) ValueError
# --- emitted ---
def root_inlined(g, v, plus):
    g.lines(29)

    g.at("return np.sqrt(v) + plus")
    result_sqrt = g.sqrt(v)                                       # f32[n]
    result = g.add(result_sqrt, plus)                             # f32[n]
    return result


def checked_decorate_wrapper(g, v, args, kwargs, function, low):
    g.lines(14, 16)

    g.at('if np.min(v) < low: raise ValueError(f"{function.__name__} of less than {low}")')
    test_min = g.min(v)                                           # f32
    test_less = g.less(test_min, 0.0)                             # bool_
    test = g.not_(test_less)                                      # bool
    checked = g.check(test, message=f"{function.__name__} of less than {low}", error="ValueError")  # bool

    g.at("return function(v, *args, **kwargs)")
    result = root_inlined(g, v, 1)                                # f32[n]
    return result


def checked_decorate_wrapper_2(g, v, args, kwargs, function, low):
    g.lines(14, 16)

    g.at('if np.min(v) < low: raise ValueError(f"{function.__name__} of less than {low}")')
    test_min = g.min(v)                                           # f32
    test_less = g.less(test_min, 0.0)                             # bool_
    test = g.not_(test_less)                                      # bool
    checked = g.check(test, message=f"{function.__name__} of less than {low}", error="ValueError")  # bool

    g.at("return function(v, *args, **kwargs)")
    result = root_inlined(g, v, kwargs["plus"])                   # f32[n]
    return result


def step_inlined(g, v):
    g.lines(35)

    g.at("return v * 2")
    result = g.multiply(v, 2)                                     # f32[n]
    return result


def checked_decorate_wrapper_3(g, v, args, kwargs, function, low):
    g.lines(14, 16)

    g.at('if np.min(v) < low: raise ValueError(f"{function.__name__} of less than {low}")')
    test_min = g.min(v)                                           # f32
    test_less = g.less(test_min, 1)                               # bool_
    test = g.not_(test_less)                                      # bool
    checked = g.check(test, message=f"{function.__name__} of less than {low}", error="ValueError")  # bool

    g.at("return function(v, *args, **kwargs)")
    result = step_inlined(g, v)                                   # f32[n]
    return result


def step_inlined_2(g, v):
    g.lines(24)

    g.at("lambda v: function(function(v))")
    result_wrapper = checked_decorate_wrapper_3(                  # f32[n]
        g,
        v,
        (),
        {},
        step.__closure__[0].cell_contents.__closure__[0].cell_contents,
        1,
    )
    result = checked_decorate_wrapper_3(                          # f32[n]
        g,
        result_wrapper,
        (),
        {},
        step.__closure__[0].cell_contents.__closure__[0].cell_contents,
        1,
    )
    return result


@dslc.builder("decorator_run.py", captures=("root", "step"))
def f(g, x: Tensor[f32, n]):
    g.lines(40)

    g.at("return root(x), root(x, plus=x), step(x)")
    result_wrapper = checked_decorate_wrapper(g, x, (), {}, root.__closure__[0].cell_contents, 0.0)  # f32[n]
    result_wrapper_2 = checked_decorate_wrapper_2(                # f32[n]
        g,
        x,
        (),
        {"plus": x},
        root.__closure__[0].cell_contents,
        0.0,
    )
    result_step = step_inlined_2(g, x)                            # f32[n]
    return result_wrapper, result_wrapper_2, result_step
