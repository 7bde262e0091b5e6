"""Masks pick as many elements as the data says; what the same mask picks has the same size."""

import numpy as np

from dslc import Tensor, bool_, dims, f32, graph

n, m = dims("n m")


@graph
def weighed(x: Tensor[f32, n], w: Tensor[f32, n]):
    kept = x > 0
    y = x[kept] * w[kept]
    # Computed again, it is the same mask.
    return y / np.sum(w[x > 0]), y.shape[0]


@graph
def parted(x: Tensor[f32, n]):
    small = np.abs(x) < 1
    return np.concatenate((x[small], x[~small])) - x


@graph
def blocks(x: Tensor[f32, n, m], rows: Tensor[bool_, n], columns: Tensor[bool_, m]):
    chosen = x[np.ix_(rows, columns)]
    return x[rows][:, columns] - chosen, x[rows, 0], x[..., columns, None], x[x > 1].sum()


@graph
def places(x: Tensor[f32, n, m]):
    i, j = np.nonzero(x)
    (columns,) = np.where(x.sum(axis=0) > 0)
    return x[i, j] + 1, columns, np.argwhere(x), np.flatnonzero(x)


@graph
def written(x: Tensor[f32, n], v: Tensor[f32, m]):
    y = x.copy()
    y[x > 0] = v
    y[y < 0] *= y[y < 0]
    return y
# --- calls ---
#: weighed(np.float32([1, -1, 2, 0]), np.float32([3, 3, 1, 3]))
#: weighed(np.float32([]), np.float32([]))
#: parted(np.float32([0.5, 2, -0.5])) == [0, -2.5, 2.5]
#: parted(np.float32([5]))
#: blocks(np.float32([[1, 2], [3, 4]]), np.array([False, True]), np.array([True, True]))
#: blocks(np.float32([[1], [3]]), np.array([False, False]), np.array([True]))
#: places(np.float32([[0, 2], [3, 0]]))
#: places(np.float32([[0]]))
#: written(np.float32([1, -2, 3]), np.float32([7, 8])) == [7, 4, 8]
#: written(np.float32([1, -2, 3]), np.float32([7]))
#! written(np.float32([1, -2, 3]), np.float32([7, 8, 9])) ValueError
# --- emitted ---
# Written by `dslc build` from masks.py: edit that file and build again.
"""Masks pick as many elements as the data says; what the same mask picks has the same size."""

import numpy as np

import dslc
from dslc import Tensor, bool_, dims, f32, graph

n, m = dims("n m")


@dslc.builder("masks.py")
def weighed(g, x: Tensor[f32, n], w: Tensor[f32, n]):
    g.lines(12, 13, 15)

    g.at("kept = x > 0")
    kept = g.greater(x, 0)                                        # bool_[n]

    g.at("y = x[kept] * w[kept]")
    y_index = g.index(x, g.s_[kept])                              # f32[y_index_n]
    y_index_2 = g.index(w, g.s_[kept])                            # f32[y_index_n]
    y = g.multiply(y_index, y_index_2)                            # f32[y_index_n]

    # Computed again, it is the same mask.
    g.at("return y / np.sum(w[x > 0]), y.shape[0]")
    result_greater = g.greater(x, 0)                              # bool_[n]
    result_index = g.index(w, g.s_[result_greater])               # f32[y_index_n]
    result_sum = g.sum(result_index)                              # f32
    result_divide = g.divide(y, result_sum)                       # f32[y_index_n]
    return result_divide, y.shape[0]


@dslc.builder("masks.py")
def parted(g, x: Tensor[f32, n]):
    g.lines(20, 21)

    g.at("small = np.abs(x) < 1")
    small_abs = g.abs(x)                                          # f32[n]
    small = g.less(small_abs, 1)                                  # bool_[n]

    g.at("return np.concatenate((x[small], x[~small])) - x")
    result_index = g.index(x, g.s_[small])                        # f32[result_index_n]
    result_invert = g.invert(small)                               # bool_[n]
    result_index_2 = g.index(x, g.s_[result_invert])              # f32[n - result_index_n]
    result_concat = g.concat((result_index, result_index_2))      # f32[n]
    result = g.subtract(result_concat, x)                         # f32[n]
    return result


@dslc.builder("masks.py")
def blocks(g, x: Tensor[f32, n, m], rows: Tensor[bool_, n], columns: Tensor[bool_, m]):
    g.lines(26, 27)

    g.at("chosen = x[np.ix_(rows, columns)]")
    chosen_flatnonzero = g.flatnonzero(rows)                      # i64[chosen_flatnonzero_n]
    chosen_index = g.index(chosen_flatnonzero, g.s_[:, None])     # i64[chosen_flatnonzero_n, 1]
    chosen_flatnonzero_2 = g.flatnonzero(columns)                 # i64[chosen_flatnonzero_2_n]
    chosen_index_2 = g.index(chosen_flatnonzero_2, g.s_[None, :])  # i64[1, chosen_flatnonzero_2_n]
    chosen = g.index(x, g.s_[chosen_index, chosen_index_2])       # f32[chosen_flatnonzero_n, chosen_flatnonzero_2_n]

    g.at("return x[rows][:, columns] - chosen, x[rows, 0], x[..., columns, None], x[x > 1].sum()")
    result_index = g.index(x, g.s_[rows])                         # f32[chosen_flatnonzero_n, m]
    result_index_2 = g.index(result_index, g.s_[:, columns])      # f32[chosen_flatnonzero_n, chosen_flatnonzero_2_n]
    result_subtract = g.subtract(result_index_2, chosen)          # f32[chosen_flatnonzero_n, chosen_flatnonzero_2_n]
    result_index_3 = g.index(x, g.s_[rows, 0])                    # f32[chosen_flatnonzero_n]
    result_index_4 = g.index(x, g.s_[..., columns, None])         # f32[n, chosen_flatnonzero_2_n, 1]
    result_greater = g.greater(x, 1)                              # bool_[n, m]
    result_index_5 = g.index(x, g.s_[result_greater])             # f32[result_index_5_n]
    result_sum = g.sum(result_index_5)                            # f32
    return result_subtract, result_index_3, result_index_4, result_sum


@dslc.builder("masks.py")
def places(g, x: Tensor[f32, n, m]):
    g.lines(32, 33, 34)

    g.at("i, j = np.nonzero(x)")
    i, j = g.nonzero(x)                                           # i64[i_n], i64[i_n]

    g.at("(columns,) = np.where(x.sum(axis=0) > 0)")
    columns_sum = g.sum(x, axis=0)                                # f32[m]
    columns_greater = g.greater(columns_sum, 0)                   # bool_[m]
    columns_nonzero = g.nonzero(columns_greater)                  # i64[columns_nonzero_n]
    columns, = columns_nonzero,

    g.at("return x[i, j] + 1, columns, np.argwhere(x), np.flatnonzero(x)")
    result_index = g.index(x, g.s_[i, j])                         # f32[i_n]
    result_add = g.add(result_index, 1)                           # f32[i_n]
    result_argwhere = g.argwhere(x)                               # i64[result_argwhere_n, 2]
    result_flatnonzero = g.flatnonzero(x)                         # i64[i_n]
    return result_add, columns, result_argwhere, result_flatnonzero


@dslc.builder("masks.py")
def written(g, x: Tensor[f32, n], v: Tensor[f32, m]):
    g.lines(39, 40, 41)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n]

    g.at("y[x > 0] = v")
    y_greater = g.greater(x, 0)                                   # bool_[n]
    y = g.store(y, g.s_[y_greater], v)                            # f32[n]

    g.at("y[y < 0] *= y[y < 0]")
    y_less = g.less(y, 0)                                         # bool_[n]
    y_less_2 = g.less(y, 0)                                       # bool_[n]
    y_index = g.index(y, g.s_[y_less_2])                          # f32[y_index_n]
    y_index_2 = g.index(y, g.s_[y_less])                          # f32[y_index_n]
    y_multiply = g.multiply(y_index_2, y_index)                   # f32[y_index_n]
    y = g.store(y, g.s_[y_less], y_multiply, inplace=True)        # f32[n]

    return y
