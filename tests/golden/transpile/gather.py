import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n, m, k = dims("n m k")


@graph
def taken(x: Tensor[f32, n, m], i: Tensor[i64, k]):
    rows = x.take(i, axis=0)
    around = np.take(x, i, mode="wrap")
    clipped = np.take(x, i[:, None] * 2, axis=-1, mode="clip")
    block = x[np.ix_(i, [0, -1])]
    return rows, around, clipped, block, x.item(0), x[0, :1].item()


@graph
def along(x: Tensor[f32, n, m], order: Tensor[i64, n, m]):
    y = np.take_along_axis(x, order, axis=1)
    best = np.argmax(x, axis=0, keepdims=True)
    peaks = np.take_along_axis(x, best, axis=0)
    np.put_along_axis(y, order[:, :1], 0.5, axis=1)
    return y, peaks


@graph
def diagonals(x: Tensor[f32, n, n], v: Tensor[f32, n]):
    y = x.copy()
    np.fill_diagonal(y, 1)
    return np.diagonal(x, 1), np.diag(v), np.diag(y) + v, np.trace(x), x.trace(offset=-1)
# --- calls ---
#: taken(np.float32([[1, 2, 3], [4, 5, 6]]), np.array([1, -1]))
#: taken(np.float32([[1, 2]]), np.array([0])) == ([[1, 2]], [1], [[[1]]], [[1, 2]], 1, 1)
#! taken(np.float32([[1, 2]]), np.array([1])) IndexError
#: along(np.float32([[3, 1], [2, 4]]), np.array([[1, 0], [0, -1]])) == ([[1, 0.5], [0.5, 4]], [[3, 4]])
#! along(np.float32([[3, 1]]), np.array([[1, 2]])) IndexError
#: diagonals(np.float32([[1, 2], [3, 4]]), np.float32([5, 6])) == ([2], [[5, 0], [0, 6]], [6, 7], 5, 3)
# --- emitted ---
# Written by `dslc build` from gather.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph, i64

n, m, k = dims("n m k")


@dslc.builder("gather.py")
def taken(g, x: Tensor[f32, n, m], i: Tensor[i64, k]):
    # require m >= 1: return rows, around, clipped, block, x.item(0), x[0, :1].item()
    g.lines(10, 11, 12, 13, 14)

    g.at("rows = x.take(i, axis=0)")
    rows = g.take(x, i, axis=0)                                   # f32[k, m]

    g.at('around = np.take(x, i, mode="wrap")')
    around = g.take(x, i, mode="wrap")                            # f32[k]

    g.at('clipped = np.take(x, i[:, None] * 2, axis=-1, mode="clip")')
    clipped_index = g.index(i, g.s_[:, None])                     # i64[k, 1]
    clipped_multiply = g.multiply(clipped_index, 2)               # i64[k, 1]
    clipped = g.take(x, clipped_multiply, axis=-1, mode="clip")   # f32[n, k, 1]

    g.at("block = x[np.ix_(i, [0, -1])]")
    block_index = g.index(i, g.s_[:, None])                       # i64[k, 1]
    block = g.index(x, g.s_[block_index, [[0, -1]]])              # f32[k, 2]

    g.at("return rows, around, clipped, block, x.item(0), x[0, :1].item()")
    result_item = g.item(x, 0)                                    # float
    result_index = g.index(x, g.s_[0, :1])                        # f32[1]
    result_item_2 = g.item(result_index)                          # float
    return rows, around, clipped, block, result_item, result_item_2


@dslc.builder("gather.py")
def along(g, x: Tensor[f32, n, m], order: Tensor[i64, n, m]):
    g.lines(19, 20, 21, 22)

    g.at("y = np.take_along_axis(x, order, axis=1)")
    y = g.take_along_axis(x, order, axis=1)                       # f32[n, m]

    g.at("best = np.argmax(x, axis=0, keepdims=True)")
    best = g.argmax(x, axis=0, keepdims=True)                     # i64[1, m]

    g.at("peaks = np.take_along_axis(x, best, axis=0)")
    peaks = g.take_along_axis(x, best, axis=0)                    # f32[1, m]

    g.at("np.put_along_axis(y, order[:, :1], 0.5, axis=1)")
    y_index = g.index(order, g.s_[:, :1])                         # i64[n, min(m, 1)]
    y = g.put_along_axis(y, y_index, 0.5, 1)                      # f32[n, m]

    return y, peaks


@dslc.builder("gather.py")
def diagonals(g, x: Tensor[f32, n, n], v: Tensor[f32, n]):
    g.lines(28, 29, 30)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n, n]

    g.at("np.fill_diagonal(y, 1)")
    y = g.fill_diagonal(y, 1)                                     # f32[n, n]

    g.at("return np.diagonal(x, 1), np.diag(v), np.diag(y) + v, np.trace(x), x.trace(offset=-1)")
    result_diagonal = g.diagonal(x, offset=1)                     # f32[max(n - 1, 0)]
    result_diag = g.diag(v)                                       # f32[n, n]
    result_diag_2 = g.diag(y)                                     # f32[n]
    result_add = g.add(result_diag_2, v)                          # f32[n]
    result_trace = g.trace(x)                                     # f32
    result_trace_2 = g.trace(x, offset=-1)                        # f32
    return result_diagonal, result_diag, result_add, result_trace, result_trace_2
