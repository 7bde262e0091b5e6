"""The variable of a loop sizes and slices: it is a dim in the loop's body."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def before(x, i):
    return np.sum(x[:i])


@graph
def shortest(d: Tensor[f32, n, n]) -> Tensor[f32, n, n]:
    for q in range(d.shape[0]):
        d = np.minimum(d, d[:, q : q + 1] + d[q : q + 1, :])
    return d


@graph
def blocks(x: Tensor[f32, n]):
    assert x.shape[0] % 8 == 0
    total = np.zeros(8, np.float32)
    for b in range(0, x.shape[0], 8):
        total = total + x[b : b + 8]
    return total


@graph
def sums(x: Tensor[f32, n]):
    y = np.zeros_like(x)
    for i in range(x.shape[0] - 1):
        y[i] = x[i + 1] - before(x, i)
    for i in range(x.shape[0] - 1, -1, -2):
        k = i // 2
        y[k] = y[i] + np.sum(np.ones((i, 2), np.float32))
    return y


@graph
def summed(xs: tuple[Tensor[f32, n], Tensor[f32, n], Tensor[f32, n]]):
    total = xs[0]
    for i in range(2):
        total = total + xs[i + 1]
    return total
# --- calls ---
#: shortest(np.float32([[0, 9, 2], [1, 0, 9], [9, 3, 0]])) == [[0, 5, 2], [1, 0, 3], [4, 3, 0]]
#: shortest(np.zeros((0, 0), np.float32))
#: shortest(np.float32([[1]])) == [[1]]
#: blocks(np.arange(24, dtype=np.float32))
#: blocks(np.float32([]))
#! blocks(np.float32([1])) AssertionError
#: sums(np.float32([1, 2, 3, 4, 5]))
#: sums(np.float32([1]))
#: sums(np.float32([]))
#: summed((np.float32([1]), np.float32([2]), np.float32([3]))) == [6]
# --- emitted ---
# Written by `dslc build` from loop_index.py: edit that file and build again.
"""The variable of a loop sizes and slices: it is a dim in the loop's body."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


def before(x, i):
    return np.sum(x[:i])


@dslc.builder("loop_index.py")
def shortest(g, d: Tensor[f32, n, n]) -> Tensor[f32, n, n]:
    g.lines(16, 17)

    g.at("for q in range(d.shape[0]):")

    def loop1_body(q, d):                                         # int, f32[n, n]
        g.at("d = np.minimum(d, d[:, q : q + 1] + d[q : q + 1, :])")
        d_index = g.index(d, g.s_[:, q:q + 1])                    # f32[n, 1]
        d_index_2 = g.index(d, g.s_[q:q + 1, :])                  # f32[1, n]
        d_add = g.add(d_index, d_index_2)                         # f32[n, n]
        d = g.minimum(d, d_add)                                   # f32[n, n]
        return d

    d = g.for_(g.range(d.shape[0]), loop1_body, (d,))             # f32[n, n]

    return d


@dslc.builder("loop_index.py")
def blocks(g, x: Tensor[f32, n]):
    g.lines(23, 24, 25, 26)

    g.at("assert x.shape[0] % 8 == 0")
    test = g.equal(x.shape[0] % 8, 0)                             # bool
    checked = g.check(test)                                       # bool

    g.at("total = np.zeros(8, np.float32)")
    total = g.zeros(8, np.float32)                                # f32[8]

    g.at("for b in range(0, x.shape[0], 8):")

    def loop1_body(b, total):                                     # int, f32[8]
        g.at("total = total + x[b : b + 8]")
        total_index = g.index(x, g.s_[b:b + 8])                   # f32[8]
        total = g.add(total, total_index)                         # f32[8]
        return total

    total = g.for_(g.range(0, x.shape[0], 8), loop1_body, (total,))  # f32[8]

    return total


def before_inlined(g, x, i):
    g.lines(11)

    g.at("return np.sum(x[:i])")
    result_index = g.index(x, g.s_[:i])                           # f32[i]
    result = g.sum(result_index)                                  # f32
    return result


@dslc.builder("loop_index.py", captures=("before",))
def sums(g, x: Tensor[f32, n]):
    g.lines(32, 33, 34, 35, 37)

    g.at("y = np.zeros_like(x)")
    y = g.zeros_like(x)                                           # f32[n]

    g.at("for i in range(x.shape[0] - 1):")

    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y[i] = x[i + 1] - before(x, i)")
        y_index = g.index(x, g.s_[i + 1])                         # f32
        y_before = before_inlined(g, x, i)                        # f32
        y_subtract = g.subtract(y_index, y_before)                # f32
        y = g.store(y, g.s_[i], y_subtract)                       # f32[n]
        return y

    y = g.for_(g.range(x.shape[0] - 1), loop1_body, (y,))         # f32[n]

    g.at("for i in range(x.shape[0] - 1, -1, -2):")

    def loop2_body(i, y):                                         # int, f32[n]
        k = i // 2

        g.at("y[k] = y[i] + np.sum(np.ones((i, 2), np.float32))")
        y_index = g.index(y, g.s_[i])                             # f32
        y_ones = g.ones((i, 2), np.float32)                       # f32[i, 2]
        y_sum = g.sum(y_ones)                                     # f32
        y_add = g.add(y_index, y_sum)                             # f32
        y = g.store(y, g.s_[k], y_add)                            # f32[n]
        return y

    y = g.for_(g.range(x.shape[0] - 1, -1, -2), loop2_body, (y,))  # f32[n]

    return y


@dslc.builder("loop_index.py")
def summed(g, xs: tuple[Tensor[f32, n], Tensor[f32, n], Tensor[f32, n]]):
    g.lines(44, 45)

    total = xs[0]

    g.at("for i in range(2):")
    for i in range(2):
        g.at("total = total + xs[i + 1]")
        total = g.add(total, xs[i + 1])                           # f32[n]

    return total
