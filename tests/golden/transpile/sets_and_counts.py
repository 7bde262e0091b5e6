"""Functions of NumPy whose results are as long as the data says, and loops that shorten an array."""

import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n, m = dims("n m")


@graph
def encoded(x: Tensor[i64, n]):
    values, starts, lengths = np.unique(x, return_index=True, return_counts=True)
    return np.repeat(values, lengths), starts, np.bincount(x, minlength=3)


@graph
def compared(x: Tensor[f32, n], y: Tensor[f32, m]):
    return np.union1d(x, y), np.intersect1d(x, y), np.setdiff1d(x, y), np.isin(x, y)


@graph
def shortened(x: Tensor[f32, n], gone: Tensor[i64, m]):
    return np.delete(x, gone), np.trim_zeros(x), np.compress(x > 1, x), x.repeat(2)


@graph
def above_average(x: Tensor[f32, n]):
    steps = 0
    while x.shape[0] > 1:
        x = x[x > x.mean()]
        steps += 1
    return x, steps


@graph
def first_few(x: Tensor[f32, n], limit: float):
    y = x[x > limit]
    if y.shape[0] == 0:
        return x
    return y[:2]
# --- calls ---
#: encoded(np.int64([2, 0, 2]))
#: encoded(np.int64([]))
#! encoded(np.int64([-1])) ValueError
#: compared(np.float32([3, 1, 3]), np.float32([3, 2]))
#: compared(np.float32([np.nan, 1]), np.float32([np.nan]))
#: shortened(np.float32([0, 2, 0]), np.int64([1, -1]))
#! shortened(np.float32([0, 2, 0]), np.int64([3])) IndexError
#: above_average(np.float32([1, 2, 3, 4]))
#: above_average(np.float32([5]))
#: first_few(np.float32([1, 2, 3, 4]), 1.5)
#: first_few(np.float32([1, 2]), 9.0)
# --- emitted ---
# Written by `dslc build` from sets_and_counts.py: edit that file and build again.
"""Functions of NumPy whose results are as long as the data says, and loops that shorten an array."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph, i64

n, m = dims("n m")


@dslc.builder("sets_and_counts.py")
def encoded(g, x: Tensor[i64, n]):
    g.lines(12, 13)

    g.at("values, starts, lengths = np.unique(x, return_index=True, return_counts=True)")
    values, starts, lengths = g.unique(x, return_index=True, return_counts=True)  # i64[values_n], i64[values_n], i64[values_n]

    g.at("return np.repeat(values, lengths), starts, np.bincount(x, minlength=3)")
    result_repeat = g.repeat(values, lengths)                     # i64[result_repeat_n]
    result_bincount = g.bincount(x, minlength=3)                  # i64[result_bincount_n]
    return result_repeat, starts, result_bincount


@dslc.builder("sets_and_counts.py")
def compared(g, x: Tensor[f32, n], y: Tensor[f32, m]):
    g.lines(18)

    g.at("return np.union1d(x, y), np.intersect1d(x, y), np.setdiff1d(x, y), np.isin(x, y)")
    result_union1d = g.union1d(x, y)                              # f32[result_union1d_n]
    result_intersect1d = g.intersect1d(x, y)                      # f32[result_intersect1d_n]
    result_setdiff1d = g.setdiff1d(x, y)                          # f32[result_setdiff1d_n]
    result_isin = g.isin(x, y)                                    # bool_[n]
    return result_union1d, result_intersect1d, result_setdiff1d, result_isin


@dslc.builder("sets_and_counts.py")
def shortened(g, x: Tensor[f32, n], gone: Tensor[i64, m]):
    g.lines(23)

    g.at("return np.delete(x, gone), np.trim_zeros(x), np.compress(x > 1, x), x.repeat(2)")
    result_delete = g.delete(x, gone)                             # f32[result_delete_n]
    result_trim_zeros = g.trim_zeros(x)                           # f32[result_trim_zeros_n]
    result_greater = g.greater(x, 1)                              # bool_[n]
    result_compress = g.compress(result_greater, x)               # f32[result_compress_n]
    result_repeat = g.repeat(x, 2)                                # f32[2*n]
    return result_delete, result_trim_zeros, result_compress, result_repeat


@dslc.builder("sets_and_counts.py")
def above_average(g, x: Tensor[f32, n]):
    g.lines(29, 30, 31)

    steps = 0

    g.at("while x.shape[0] > 1:")

    def loop1_test(x, steps):                                     # f32[x_n], int
        test = g.greater(x.shape[0], 1)                           # bool
        return test

    def loop1_body(x, steps):                                     # f32[x_n], int
        g.at("x = x[x > x.mean()]")
        x_mean = g.mean(x)                                        # f32
        x_greater = g.greater(x, x_mean)                          # bool_[x_n]
        x = g.index(x, g.s_[x_greater])                           # f32[x_n_2]

        g.at("steps += 1")
        steps = g.add(steps, 1)                                   # int
        return x, steps

    x, steps = g.while_(loop1_test, loop1_body, (x, steps))       # f32[x_n], int

    return x, steps


@dslc.builder("sets_and_counts.py")
def first_few(g, x: Tensor[f32, n], limit: float):
    g.lines(37, 38, 39, 40)

    g.at("y = x[x > limit]")
    y_greater = g.greater(x, limit)                               # bool_[n]
    y = g.index(x, g.s_[y_greater])                               # f32[y_n]

    g.at("if y.shape[0] == 0:")
    test = g.equal(y.shape[0], 0)                                 # bool

    def if1_then():
        g.at("return x")
        return x

    def if1_else():
        g.at("return y[:2]")
        result = g.index(y, g.s_[:2])                             # f32[min(y_n, 2)]
        return result

    result = g.if_(test, if1_then, if1_else)                      # f32[result_n]
    return result
