# construct: changing a list in place
# nodes: Call List
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    rows = [x]
    same = rows
    same.append(x * 2)  # <--
    rows.insert(0, x + 1)
    last = same.pop()
    rows.extend((last, 3.0))
    rows.reverse()
    return rows, same, len(same), last


@graph
def grown(x: Tensor[f32, n]):
    rows = []
    for i in range(3):
        rows.append(x * i)
    left = [3, 1, 2]
    left.sort()
    while len(left) > 1:
        rows.append(x - left.pop(0))
    return np.stack(rows), rows[4], len(rows), left


@graph
def on_paths(x: Tensor[f32, n], positive: bool):
    rows = [x, x * 4]
    if positive:
        rows[0] = x * 2
        rows.append(x * 3)
    else:
        rows.append(x)
    i = 0
    while i < 3:
        rows[0] = rows[0] + 1
        rows[1][i % 2] = i
        i += 1
    rows.append(x)
    return rows


@graph
def in_lists(x: Tensor[f32, n]):
    made = [np.zeros(3) for _ in range(2)]
    one = made[1]
    one[0] = 4
    made[1][2] += 3
    made[0][1] = 5
    made[0] += 1
    both = [made, made]
    both[0].append(x)
    both[1][2], both[0][1] = made[1], made[2]
    return both, one, made


@graph
def of_numbers(x: Tensor[f32, n]):
    order = [2, 0, 1]
    order[0], order[2] = order[2], order[0]
    first = second = []
    first.append(x)
    order.remove(0)
    order.clear()
    order.extend(range(2))
    return order, second, x * order[1]
# --- calls ---
#: f(np.float32([1, 2]))
#: f(np.zeros(0, np.float32))
#: grown(np.float32([1, 2]))
#: grown(np.zeros(0, np.float32))
#: on_paths(np.float32([1, 2]), True)
#: on_paths(np.float32([1, 2]), False)
#! on_paths(np.float32([1]), False) IndexError
#: in_lists(np.float32([1, 2]))
#: of_numbers(np.float32([1, 2]))
# --- emitted ---
@dslc.builder("list_change_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(12, 13)

    rows = [x]
    same = rows

    g.at("same.append(x * 2)")
    same_multiply = g.multiply(x, 2)                              # f32[n]
    same.append(same_multiply)

    g.at("rows.insert(0, x + 1)")
    rows_add = g.add(x, 1)                                        # f32[n]
    rows.insert(0, rows_add)

    last = same.pop()
    rows.extend((last, 3.0))
    rows.reverse()

    return rows, same, len(same), last


@dslc.builder("list_change_run.py")
def grown(g, x: Tensor[f32, n]):
    g.lines(23, 24, 27, 28, 29)

    rows = []

    g.at("for i in range(3):")
    for i in range(3):
        g.at("rows.append(x * i)")
        rows_multiply = g.multiply(x, i)                          # f32[n]
        rows.append(rows_multiply)

    left = [3, 1, 2]
    left.sort()

    g.at("while len(left) > 1:")
    while len(left) > 1:
        g.at("rows.append(x - left.pop(0))")
        rows_pop = left.pop(0)
        rows_subtract = g.subtract(x, rows_pop)                   # f32[n]
        rows.append(rows_subtract)

    g.at("return np.stack(rows), rows[4], len(rows), left")
    result_stack = g.stack(rows)                                  # f32[5, n]
    return result_stack, rows[4], len(rows), left


@dslc.builder("list_change_run.py")
def on_paths(g, x: Tensor[f32, n], positive: bool):
    g.lines(34, 35, 36, 37, 41, 42, 43, 44)

    g.at("rows = [x, x * 4]")
    rows_multiply = g.multiply(x, 4)                              # f32[n]
    rows = [x, rows_multiply]

    g.at("if positive:")

    def if1_then(rows):                                           # [f32[n], f32[n]]
        g.at("rows[0] = x * 2")
        rows_multiply = g.multiply(x, 2)                          # f32[n]
        rows[0] = rows_multiply

        g.at("rows.append(x * 3)")
        rows_multiply = g.multiply(x, 3)                          # f32[n]
        rows.append(rows_multiply)
        return rows

    def if1_else(rows):                                           # [f32[n], f32[n]]
        rows.append(x)
        return rows

    rows = g.if_(positive, if1_then, if1_else, (rows,))           # [f32[n], f32[n], f32[n]]

    i = 0

    g.at("while i < 3:")

    def loop1_test(rows, i):                                      # [f32[n], f32[n], f32[n]], int
        test = g.less(i, 3)                                       # bool
        return test

    def loop1_body(rows, i):                                      # [f32[n], f32[n], f32[n]], int
        g.at("rows[0] = rows[0] + 1")
        rows_add = g.add(rows[0], 1)                              # f32[n]
        rows[0] = rows_add

        g.at("rows[1][i % 2] = i")
        rows_remainder = g.remainder(i, 2)                        # int
        rows[1] = g.store(rows[1], g.s_[rows_remainder], i)       # f32[n]

        g.at("i += 1")
        i = g.add(i, 1)                                           # int
        return rows, i

    rows, i = g.while_(loop1_test, loop1_body, (rows, i))         # [f32[n], f32[n], f32[n]], int

    rows.append(x)

    return rows


@dslc.builder("list_change_run.py")
def in_lists(g, x: Tensor[f32, n]):
    g.lines(51, 53, 54, 55, 56)

    g.at("made = [np.zeros(3) for _ in range(2)]")
    made = [g.zeros(3) for _ in range(2)]                         # f64[3]

    one = made[1]

    g.at("one[0] = 4")
    one = g.store(one, g.s_[0], 4)                                # f64[3]
    made[1] = one

    g.at("made[1][2] += 3")
    made_index = g.index(made[1], g.s_[2])                        # f64
    made_add = g.add(made_index, 3)                               # f64
    made[1] = g.store(made[1], g.s_[2], made_add)                 # f64[3]
    one = made[1]

    g.at("made[0][1] = 5")
    made[0] = g.store(made[0], g.s_[1], 5)                        # f64[3]

    g.at("made[0] += 1")
    made_add = g.add(made[0], 1)                                  # f64[3]
    made[0] = g.store(made[0], g.s_[...], made_add, inplace=True)  # f64[3]

    both = [made, made]
    both[0].append(x)
    made_before = made[2]
    both[1][2] = made[1]
    both[0][1] = made_before

    return both, one, made


@dslc.builder("list_change_run.py")
def of_numbers(g, x: Tensor[f32, n]):
    g.lines(72)

    order = [2, 0, 1]
    order_before = order[0]
    order[0] = order[2]
    order[2] = order_before
    first = []
    second = first
    first.append(x)
    order.remove(0)
    order.clear()
    order.extend(range(2))

    g.at("return order, second, x * order[1]")
    result_multiply = g.multiply(x, order[1])                     # f32[n]
    return order, second, result_multiply
