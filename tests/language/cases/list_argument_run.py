# construct: a helper that changes the list it is given
# nodes: Call List
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, f64, graph

n = dims("n")


def push(rows, x):
    rows.append(x * 2)
    if len(rows) > 2:
        rows.pop(0)
        return len(rows)
    return 0


def pair(x):
    return [x, x + 1]


def first_changed(rows):
    rows[0] = rows[0] + 1
    return rows


@graph
def f(x: Tensor[f32, n]):
    rows = [x]
    push(rows, x + 1)  # <--
    other = rows
    count = push(other, 3)
    same = first_changed(rows)
    same.append(5)
    one, two = pair(x), pair(x)
    one.append(x)
    return rows, same, count, one, two
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
def push_inlined(g, rows, x):
    g.lines(9)

    g.at("rows.append(x * 2)")
    rows_multiply = g.multiply(x, 2)                              # f32[n]
    rows.append(rows_multiply)

    if len(rows) > 2:
        rows.pop(0)

        return len(rows)

    return 0


def push_inlined_2(g, rows, x):
    rows.append(x * 2)

    if len(rows) > 2:
        rows.pop(0)

        return len(rows)

    return 0


def first_changed_inlined(g, rows):
    g.lines(21)

    g.at("rows[0] = rows[0] + 1")
    rows_add = g.add(rows[0], 1)                                  # f32[n]
    rows[0] = rows_add

    return rows


def pair_inlined(g, x):
    g.lines(17)

    g.at("return [x, x + 1]")
    result_add = g.add(x, 1)                                      # f32[n]
    return [x, result_add]


@dslc.builder("list_argument_run.py", captures=("push", "first_changed", "pair"))
def f(g, x: Tensor[f32, n]):
    g.lines(28, 30, 31, 33)

    rows = [x]

    g.at("push(rows, x + 1)")
    value_add = g.add(x, 1)                                       # f32[n]
    value_push = push_inlined(g, rows, value_add)                 # int

    other = rows

    g.at("count = push(other, 3)")
    count = push_inlined_2(g, other, 3)                           # int

    g.at("same = first_changed(rows)")
    same = first_changed_inlined(g, rows)                         # [f32[n], int]

    same.append(5)

    g.at("one, two = pair(x), pair(x)")
    one_pair = pair_inlined(g, x)                                 # [f32[n], f32[n]]
    two_pair = pair_inlined(g, x)                                 # [f32[n], f32[n]]
    one, two = one_pair, two_pair

    one.append(x)

    return rows, same, count, one, two
