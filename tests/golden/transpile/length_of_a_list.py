"""Lists as long as a build value says that loops make longer, shorter, or keep as long."""

import numpy as np

from dslc import Static, Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n], depth: Static[int] = 2):
    rows = [x * i for i in range(depth)]
    for k in range(depth):
        rows.append(x + k)
    return np.sum(np.stack(rows), axis=1)


@graph
def rolling(x: Tensor[f64, n], m: int, depth: Static[int] = 2):
    rows = [x * i for i in range(depth)]
    for i in range(m):
        rows.append(rows[0] + rows[-1] + i)
        rows.pop(0)
    return np.stack(rows)


@graph
def inner(x: Tensor[f64, n], depth: Static[int] = 2):
    rows = [x * i for i in range(depth)]
    for k in range(depth):
        for j in range(k):
            rows.append(x + j)
        rows[0] = rows[-1] * 2
    return np.stack(rows)


@graph
def popped(x: Tensor[f64, n], depth: Static[int] = 3):
    rows = [x * i for i in range(depth)]
    while len(rows) > 1:
        x = x + rows.pop()
    return x
# --- calls ---
#: f(np.ones(2))
#: f(np.ones(2), depth=3)
#: rolling(np.ones(2), 3)
#: rolling(np.ones(2), 0)
#: inner(np.ones(2))
#: inner(np.ones(1), depth=4)
#: popped(np.ones(1))
# --- emitted ---
# Written by `dslc build` from length_of_a_list.py: edit that file and build again.
"""Lists as long as a build value says that loops make longer, shorter, or keep as long."""

import numpy as np

import dslc
from dslc import Static, Tensor, dims, f64, graph

n = dims("n")


@dslc.builder("length_of_a_list.py")
def f(g, x: Tensor[f64, n], depth: Static[int] = 2):
    g.lines(12, 13, 14, 15)

    g.at("rows = [x * i for i in range(depth)]")
    rows = [g.multiply(x, i) for i in range(depth)]               # f64[n]

    g.at("for k in range(depth):")
    for k in range(depth):
        g.at("rows.append(x + k)")
        rows_add = g.add(x, k)                                    # f64[n]
        rows.append(rows_add)

    g.at("return np.sum(np.stack(rows), axis=1)")
    result_stack = g.stack(rows)                                  # f64[4, n]
    result = g.sum(result_stack, axis=1)                          # f64[4]
    return result


@dslc.builder("length_of_a_list.py")
def rolling(g, x: Tensor[f64, n], m: int, depth: Static[int] = 2):
    g.lines(20, 21, 22, 24)

    g.at("rows = [x * i for i in range(depth)]")
    rows = [g.multiply(x, i) for i in range(depth)]               # f64[n]

    g.at("for i in range(m):")

    def loop1_body(i, rows):                                      # int, [f64[n], f64[n]]
        g.at("rows.append(rows[0] + rows[-1] + i)")
        rows_add = g.add(rows[0], rows[-1])                       # f64[n]
        rows_add_2 = g.add(rows_add, i)                           # f64[n]
        rows.append(rows_add_2)

        rows.pop(0)
        return rows

    rows = g.for_(g.range(m), loop1_body, (rows,))                # [f64[n], f64[n]]

    g.at("return np.stack(rows)")
    result = g.stack(rows)                                        # f64[2, n]
    return result


@dslc.builder("length_of_a_list.py")
def inner(g, x: Tensor[f64, n], depth: Static[int] = 2):
    g.lines(29, 30, 31, 32, 33, 34)

    g.at("rows = [x * i for i in range(depth)]")
    rows = [g.multiply(x, i) for i in range(depth)]               # f64[n]

    g.at("for k in range(depth):")
    for k in range(depth):
        g.at("for j in range(k):")
        for j in range(k):
            g.at("rows.append(x + j)")
            rows_add = g.add(x, j)                                # f64[n]
            rows.append(rows_add)

        g.at("rows[0] = rows[-1] * 2")
        rows_multiply = g.multiply(rows[-1], 2)                   # f64[n]
        rows[0] = rows_multiply

    g.at("return np.stack(rows)")
    result = g.stack(rows)                                        # f64[3, n]
    return result


@dslc.builder("length_of_a_list.py")
def popped(g, x: Tensor[f64, n], depth: Static[int] = 3):
    g.lines(39, 40, 41)

    g.at("rows = [x * i for i in range(depth)]")
    rows = [g.multiply(x, i) for i in range(depth)]               # f64[n]

    g.at("while len(rows) > 1:")
    while len(rows) > 1:
        g.at("x = x + rows.pop()")
        x_pop = rows.pop()
        x = g.add(x, x_pop)                                       # f64[n]

    return x
