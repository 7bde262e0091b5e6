"""Targets that are bound one after the other: the values are those from before all of them."""

import numpy as np

from dslc import Scalar, Tensor, f32, graph


@graph
def exchange(x: Tensor[f32, "n"], a: Scalar[f32]) -> Tensor[f32, "n"]:
    y = x.copy()
    a, y[0] = y[0], a
    return y * a


@graph
def nested(a: Scalar[f32], b: Scalar[f32]) -> Scalar[f32]:
    a, (b, c) = b, (a, a + b)
    return a - b * c


@graph
def chained(a: Scalar[f32], b: Scalar[f32]) -> Scalar[f32]:
    (a, b) = pair = b, a
    return a - b * pair[0] + pair[1] * np.float32(10)


# --- calls ---
#: exchange(np.array([3, 4], np.float32), np.float32(2))
#: nested(np.float32(2), np.float32(5))
#: chained(np.float32(2), np.float32(5))
# --- emitted ---
# Written by `dslc build` from targets_in_turn.py: edit that file and build again.
"""Targets that are bound one after the other: the values are those from before all of them."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, graph


@dslc.builder("targets_in_turn.py")
def exchange(g, x: Tensor[f32, "n"], a: Scalar[f32]) -> Tensor[f32, "n"]:
    g.lines(10, 11, 12)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n]

    g.at("a, y[0] = y[0], a")
    a_index = g.index(y, g.s_[0])                                 # f32
    a_before = a
    a = a_index
    y = g.store(y, g.s_[0], a_before)                             # f32[n]

    g.at("return y * a")
    result = g.multiply(y, a)                                     # f32[n]
    return result


@dslc.builder("targets_in_turn.py")
def nested(g, a: Scalar[f32], b: Scalar[f32]) -> Scalar[f32]:
    g.lines(17, 18)

    g.at("a, (b, c) = b, (a, a + b)")
    b_c_add = g.add(a, b)                                         # f32
    a_before = a
    a = b
    b, c = a_before, b_c_add

    g.at("return a - b * c")
    result_multiply = g.multiply(b, c)                            # f32
    result = g.subtract(a, result_multiply)                       # f32
    return result


@dslc.builder("targets_in_turn.py")
def chained(g, a: Scalar[f32], b: Scalar[f32]) -> Scalar[f32]:
    g.lines(24)

    b_before = b
    a_before = a
    a, b = b_before, a_before
    pair = (b_before, a_before)

    g.at("return a - b * pair[0] + pair[1] * np.float32(10)")
    result_multiply = g.multiply(b, pair[0])                      # f32
    result_subtract = g.subtract(a, result_multiply)              # f32
    result_multiply_2 = g.multiply(pair[1], np.float32(10))       # f32
    result = g.add(result_subtract, result_multiply_2)            # f32
    return result


