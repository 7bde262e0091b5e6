# construct: `*` in a target
# nodes: Starred Assign
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, 3, n], y: float):
    first, *others = x * y, y, x[0]  # <--
    *rows, last = x
    rows, *others = others, *rows
    total = last
    for number, *parts in ((1, x[0], x[1]), (2, x[1], x[2])):
        total = total + number * parts[1]
    return first, rows, others, total
# --- calls ---
#: f(np.float32([[3, 4], [5, 6], [7, 8]]), 2.0)
#: f(np.zeros((3, 0), np.float32), 2.0)
# --- emitted ---
@dslc.builder("starred_target_run.py")
def f(g, x: Tensor[f32, 3, n], y: float):
    g.lines(10, 11, 14, 15)

    g.at("first, *others = x * y, y, x[0]")
    first_multiply = g.multiply(x, y)                             # f32[3, n]
    first_index = g.index(x, g.s_[0])                             # f32[n]
    first, others = first_multiply, [y, first_index]

    g.at("*rows, last = x")
    last_index = g.index(x, g.s_[0])                              # f32[n]
    last_index_2 = g.index(x, g.s_[1])                            # f32[n]
    last = g.index(x, g.s_[2])                                    # f32[n]
    rows = [last_index, last_index_2]

    rows, others = others, [rows[0], rows[1]]
    total = last

    g.at("for number, *parts in ((1, x[0], x[1]), (2, x[1], x[2])):")
    number_parts_index = g.index(x, g.s_[0])                      # f32[n]
    number_parts_index_2 = g.index(x, g.s_[1])                    # f32[n]
    number_parts_index_3 = g.index(x, g.s_[1])                    # f32[n]
    number_parts_index_4 = g.index(x, g.s_[2])                    # f32[n]
    for number, *parts in ((1, number_parts_index, number_parts_index_2), (2, number_parts_index_3, number_parts_index_4)):
        g.at("total = total + number * parts[1]")
        total_multiply = g.multiply(number, parts[1])             # f32[n]
        total = g.add(total, total_multiply)                      # f32[n]

    return first, rows, others, total
