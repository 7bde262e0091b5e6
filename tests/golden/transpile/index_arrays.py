import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph, i64, u8

n, m, k = dims("n m k")
SWAPPED = [1, 0]


@graph
def embedded(table: Tensor[f32, n, m], tokens: Tensor[i64, k]) -> Tensor[f32, k, m]:
    return table[tokens]


@graph
def parts(x: Tensor[f32, n, m, 3], i: Tensor[i64, k], j: int):
    # What stands between two arrays sends their axes to the front.
    apart = x[i, :, i]
    together = x[:, i, [2]]
    ends = [0, -1]
    corners = x[ends, j, 1:]
    grid = x[[[0], [j]], SWAPPED]
    return apart, together, corners, grid, x[..., i[:1, None], None]


@graph
def copies(x: Tensor[f32, n, m]):
    y = x[[0]]
    y[0] = 7.0
    return x, y, x[()], x[[]]


@graph
def scalars(x: Tensor[f32, n], i: Scalar[u8], j: Tensor[i64, ()]):
    return x[i], x[j], x[[i, 0]]
# --- calls ---
#: embedded(np.float32([[1, 2], [3, 4], [5, 6]]), np.array([2, 0, 2])) == [[5, 6], [1, 2], [5, 6]]
#: embedded(np.float32([[1, 2], [3, 4]]), np.array([-1])) == [[3, 4]]
#: embedded(np.float32([[1, 2], [3, 4]]), np.zeros(0, np.int64))
#! embedded(np.float32([[1, 2], [3, 4]]), np.array([0, 2])) IndexError
#: parts(np.arange(24, dtype=np.float32).reshape(2, 4, 3), np.array([1, 0]), 1)
#: parts(np.arange(24, dtype=np.float32).reshape(2, 4, 3), np.array([-1]), -2)
#! parts(np.arange(24, dtype=np.float32).reshape(2, 4, 3), np.array([1]), 4) IndexError
#: copies(np.float32([[1, 2]]))
#! copies(np.zeros((0, 3), np.float32)) IndexError
#: scalars(np.float32([1, 2, 3]), np.uint8(2), np.array(-1))
#! scalars(np.float32([1, 2, 3]), np.uint8(3), np.array(-1)) IndexError
# --- emitted ---
# Written by `dslc build` from index_arrays.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Scalar, Tensor, dims, f32, graph, i64, u8

n, m, k = dims("n m k")
SWAPPED = [1, 0]


@dslc.builder("index_arrays.py")
def embedded(g, table: Tensor[f32, n, m], tokens: Tensor[i64, k]) -> Tensor[f32, k, m]:
    g.lines(11)

    g.at("return table[tokens]")
    result = g.index(table, g.s_[tokens])                         # f32[k, m]
    return result


@dslc.builder("index_arrays.py", captures=("SWAPPED",))
def parts(g, x: Tensor[f32, n, m, 3], i: Tensor[i64, k], j: int):
    # capture SWAPPED = [1, 0]
    g.lines(17, 18, 20, 21, 22)

    # What stands between two arrays sends their axes to the front.
    g.at("apart = x[i, :, i]")
    apart = g.index(x, g.s_[i, :, i])                             # f32[k, m]

    g.at("together = x[:, i, [2]]")
    together = g.index(x, g.s_[:, i, [2]])                        # f32[n, k]

    ends = [0, -1]

    g.at("corners = x[ends, j, 1:]")
    corners = g.index(x, g.s_[ends, j, 1:])                       # f32[2, 2]

    g.at("grid = x[[[0], [j]], SWAPPED]")
    grid = g.index(x, g.s_[[[0], [j]], SWAPPED])                  # f32[2, 2, 3]

    g.at("return apart, together, corners, grid, x[..., i[:1, None], None]")
    result_index = g.index(i, g.s_[:1, None])                     # i64[min(k, 1), 1]
    result_index_2 = g.index(x, g.s_[..., result_index, None])    # f32[n, m, min(k, 1), 1, 1]
    return apart, together, corners, grid, result_index_2


@dslc.builder("index_arrays.py")
def copies(g, x: Tensor[f32, n, m]):
    g.lines(27, 28, 29)

    g.at("y = x[[0]]")
    y = g.index(x, g.s_[[0]])                                     # f32[1, m]

    g.at("y[0] = 7.0")
    y = g.store(y, g.s_[0], 7.0)                                  # f32[1, m]

    g.at("return x, y, x[()], x[[]]")
    result_index = g.index(x, g.s_[()])                           # f32[n, m]
    result_index_2 = g.index(x, g.s_[[]])                         # f32[0, m]
    return x, y, result_index, result_index_2


@dslc.builder("index_arrays.py")
def scalars(g, x: Tensor[f32, n], i: Scalar[u8], j: Tensor[i64, ()]):
    g.lines(34)

    g.at("return x[i], x[j], x[[i, 0]]")
    result_index = g.index(x, g.s_[i])                            # f32
    result_index_2 = g.index(x, g.s_[j])                          # f32
    result_index_3 = g.index(x, g.s_[[i, 0]])                     # f32[2]
    return result_index, result_index_2, result_index_3
