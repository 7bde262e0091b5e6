# construct: a plain function that calls itself
# nodes: FunctionDef Call
# time: build
# status: supported
# note: Numbers that building knows end it: its text calls itself too.
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


def power(v, k):
    if k == 0:
        return np.ones_like(v)
    return v * power(v, k - 1)


def even(v, k):
    return v if k == 0 else odd(v * 2, k - 1)


def odd(v, k):
    return v if k == 0 else even(v + 1, k - 1)


@graph
def f(x: Tensor[f32, n], k: Static[int] = 3):
    return power(x, k), power(x, 2), even(x, k)  # <--
# --- calls ---
#: f(np.float32([2, 3]))
#: f(np.float32([2, 3]), 0)
#: f(np.float32([2, 3]), 90)
# --- emitted ---
def power_inlined(g, v, k):
    g.lines(10, 11)

    if k == 0:
        g.at("return np.ones_like(v)")
        result = g.ones_like(v)                                   # f32[n]
        return result

    g.at("return v * power(v, k - 1)")
    result_power = power_inlined(g, v, k - 1)                     # f32[n]
    result = g.multiply(v, result_power)                          # f32[n]
    return result


def odd_inlined(g, v, k):
    g.lines(19)

    g.at("return v if k == 0 else even(v + 1, k - 1)")
    if k == 0:
        result = v
    else:
        result_add = g.add(v, 1)                                  # f32[n]
        result = even_inlined(g, result_add, k - 1)               # f32[n]
    return result


def even_inlined(g, v, k):
    g.lines(15)

    g.at("return v if k == 0 else odd(v * 2, k - 1)")
    if k == 0:
        result = v
    else:
        result_multiply = g.multiply(v, 2)                        # f32[n]
        result = odd_inlined(g, result_multiply, k - 1)           # f32[n]
    return result


@dslc.builder("recursion_plain_build.py", captures=("power", "even", "odd"))
def f(g, x: Tensor[f32, n], k: Static[int] = 3):
    g.lines(24)

    g.at("return power(x, k), power(x, 2), even(x, k)")
    result_power = power_inlined(g, x, k)                         # f32[n]
    result_power_2 = power_inlined(g, x, 2)                       # f32[n]
    result_even = even_inlined(g, x, k)                           # f32[n]
    return result_power, result_power_2, result_even
