# construct: `*` unpacking
# nodes: Starred
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def scaled(x, by, plus):
    return x * by + plus


@graph
def f(x: Tensor[f32, 2, n]):
    pair = (x[0], 2)
    stacked = np.stack([*pair[:1], *x, x[1]])
    print(*pair, *x[:, 0])
    return scaled(*pair, 1), scaled(*x, x[0, 0]), stacked, x[*(1, 0)]  # <--
# --- calls ---
#: f(np.float32([[3, 4], [5, 6]]))
#! f(np.zeros((2, 0), np.float32)) IndexError
# --- emitted ---
def scaled_inlined(g, x, by, plus):
    g.lines(9)

    g.at("return x * by + plus")
    result_multiply = g.multiply(x, by)                           # f32[n]
    result = g.add(result_multiply, plus)                         # f32[n]
    return result


@dslc.builder("starred_run.py", captures=("scaled",))
def f(g, x: Tensor[f32, 2, n]):
    g.lines(14, 15, 16, 17)

    g.at("pair = (x[0], 2)")
    pair_index = g.index(x, g.s_[0])                              # f32[n]
    pair = (pair_index, 2)

    g.at("stacked = np.stack([*pair[:1], *x, x[1]])")
    stacked_index = g.index(x, g.s_[0])                           # f32[n]
    stacked_index_2 = g.index(x, g.s_[1])                         # f32[n]
    stacked_index_3 = g.index(x, g.s_[1])                         # f32[n]
    stacked = g.stack((pair[0], stacked_index, stacked_index_2, stacked_index_3))  # f32[4, n]

    g.at("print(*pair, *x[:, 0])")
    value_index = g.index(x, g.s_[:, 0])                          # f32[2]
    value_index_2 = g.index(value_index, g.s_[0])                 # f32
    value_index_3 = g.index(value_index, g.s_[1])                 # f32
    g.print(pair[0], pair[1], value_index_2, value_index_3)

    g.at("return scaled(*pair, 1), scaled(*x, x[0, 0]), stacked, x[*(1, 0)]")
    result_scaled = scaled_inlined(g, pair[0], pair[1], 1)        # f32[n]
    result_index = g.index(x, g.s_[0])                            # f32[n]
    result_index_2 = g.index(x, g.s_[1])                          # f32[n]
    result_index_3 = g.index(x, g.s_[0, 0])                       # f32
    result_scaled_2 = scaled_inlined(g, result_index, result_index_2, result_index_3)  # f32[n]
    result_index_4 = g.index(x, g.s_[1, 0])                       # f32
    return result_scaled, result_scaled_2, stacked, result_index_4
