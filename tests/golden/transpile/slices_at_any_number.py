"""A slice at a number whose sign nobody knows has an open size, and is cut as Python cuts it."""

import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph, i64

n = dims("n")


@graph
def shifted(x: Tensor[f32, n], by: int):
    return x[by:], x[:-by], x[by:] - x[by:][::-1]


@graph
def strided(x: Tensor[f32, n], start: int, step: int):
    return x[start::step]


@graph
def up_to(x: Tensor[f32, n], k: Scalar[i64]):
    y = np.zeros(x.shape[0])
    y[: int(k)] = 1.0
    return y[: np.argmax(x)], np.arange(k), x[k : k + 2]


@graph
def moved(x: Tensor[f32, n], by: int):
    y = x.copy()
    y[by:] += x[by:]
    return y
# --- calls ---
#: shifted(np.float32([1, 2, 3]), 1)
#: shifted(np.float32([1, 2, 3]), -1)
#: shifted(np.float32([]), 2)
#: strided(np.float32([1, 2, 3]), -1, -2) == [3, 1]
#: strided(np.float32([1, 2, 3]), 5, 1)
#! strided(np.float32([1, 2, 3]), 0, 0) ValueError
#: up_to(np.float32([1, 3, 2]), np.int64(2))
#: up_to(np.float32([1, 3, 2]), np.int64(-1))
#: moved(np.float32([1, 2, 3]), 2) == [1, 2, 6]
#: moved(np.float32([1, 2, 3]), -9) == [2, 4, 6]
# --- emitted ---
# Written by `dslc build` from slices_at_any_number.py: edit that file and build again.
"""A slice at a number whose sign nobody knows has an open size, and is cut as Python cuts it."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, dims, f32, graph, i64

n = dims("n")


@dslc.builder("slices_at_any_number.py")
def shifted(g, x: Tensor[f32, n], by: int):
    g.lines(12)

    g.at("return x[by:], x[:-by], x[by:] - x[by:][::-1]")
    result_index = g.index(x, g.s_[by:])                          # f32[result_index_n]
    result_index_2 = g.index(x, g.s_[:-by])                       # f32[result_index_2_n]
    result_index_3 = g.index(x, g.s_[by:])                        # f32[result_index_n]
    result_index_4 = g.index(x, g.s_[by:])                        # f32[result_index_n]
    result_index_5 = g.index(result_index_4, g.s_[::-1])          # f32[result_index_n]
    result_subtract = g.subtract(result_index_3, result_index_5)  # f32[result_index_n]
    return result_index, result_index_2, result_subtract


@dslc.builder("slices_at_any_number.py")
def strided(g, x: Tensor[f32, n], start: int, step: int):
    g.lines(17)

    g.at("return x[start::step]")
    result = g.index(x, g.s_[start::step])                        # f32[result_n]
    return result


@dslc.builder("slices_at_any_number.py")
def up_to(g, x: Tensor[f32, n], k: Scalar[i64]):
    g.lines(22, 23, 24)

    g.at("y = np.zeros(x.shape[0])")
    y = g.zeros(x.shape[0])                                       # f64[n]

    g.at("y[: int(k)] = 1.0")
    y_cast = g.cast(k, int)                                       # int
    y_cast_n = g.as_dim(y_cast)                                   # int
    y = g.store(y, g.s_[:y_cast_n], 1.0)                          # f64[n]

    g.at("return y[: np.argmax(x)], np.arange(k), x[k : k + 2]")
    result_argmax = g.argmax(x)                                   # i64
    result_argmax_n = g.as_dim(result_argmax)                     # int
    result_index = g.index(y, g.s_[:result_argmax_n])             # f64[result_index_n]
    k_n = g.as_dim(k)                                             # int
    result_arange = g.arange(k_n)                                 # i64[max(k_n, 0)]
    result_add = g.add(k, 2)                                      # i64
    result_add_n = g.as_dim(result_add)                           # int
    result_index_2 = g.index(x, g.s_[k_n:result_add_n])           # f32[result_index_2_n]
    return result_index, result_arange, result_index_2


@dslc.builder("slices_at_any_number.py")
def moved(g, x: Tensor[f32, n], by: int):
    g.lines(29, 30)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n]

    g.at("y[by:] += x[by:]")
    y_index = g.index(y, g.s_[by:])                               # f32[y_index_n]
    y_index_2 = g.index(x, g.s_[by:])                             # f32[y_index_n]
    y_add = g.add(y_index, y_index_2)                             # f32[y_index_n]
    y = g.store(y, g.s_[by:], y_add, inplace=True)                # f32[n]

    return y
