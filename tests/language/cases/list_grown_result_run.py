# construct: returning a list that grew in a loop of the graph
# nodes: List Return
# time: run
# status: supported
# note: In the graph it is one array; the call gives the list.
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], limit: float) -> tuple[list[Tensor[f32, m]], int]:
    rows, seen = [], 0
    for row in x:
        seen += 1
        if np.sum(row) > limit:
            rows.append(row * 2)
    return rows, seen  # <--


@graph
def scalars(x: Tensor[f32, n]):
    big = []
    for v in x:
        if v > 1:
            big.append(v)
    return {"big": big, "x": x}


@graph
def numbers(w: int) -> list[int]:
    seen = []
    while w > 0:
        seen.append(w)
        w //= 2
    return seen


@graph
def points(x: Tensor[f32, n]):
    last, zeros = x[-1], []
    while last > 1:
        zeros.append(np.full((), last))
        last = last / 2
    return zeros
# --- calls ---
#: f(np.float32([[1, 2], [3, 4], [5, 6]]), 5.0)
#: f(np.float32([[1, 2], [3, 4], [5, 6]]), 50.0)
#: f(np.zeros((0, 2), np.float32), 0.0)
#: scalars(np.float32([3, 0, 2]))
#: scalars(np.float32([]))
#: numbers(100)
#: numbers(0)
#: points(np.float32([3, 9]))
# --- emitted ---
@dslc.builder("list_grown_result_run.py")
def f(g, x: Tensor[f32, n, m], limit: float) -> tuple[list[Tensor[f32, m]], int]:
    g.lines(11, 12, 13, 14)

    rows, seen = [], 0

    g.at("for row in x:")
    rows = g.zeros((0, x.shape[1]), "float32")                    # f32[0, m]

    def loop1_body(row_index, rows, seen):                        # int, f32[rows_n, m], int
        row = g.index(x, g.s_[row_index])                         # f32[m]

        g.at("seen += 1")
        seen = g.add(seen, 1)                                     # int

        g.at("if np.sum(row) > limit:")
        test_sum = g.sum(row)                                     # f32
        test = g.greater(test_sum, limit)                         # bool_

        def if1_then(rows):                                       # f32[rows_n, m]
            g.at("rows.append(row * 2)")
            rows_multiply = g.multiply(row, 2)                    # f32[m]
            rows = g.append(rows, rows_multiply)                  # f32[rows_n + 1, m]
            return rows

        def if1_else(rows):                                       # f32[rows_n, m]
            return rows

        rows = g.if_(test, if1_then, if1_else, (rows,))           # f32[rows_n_2, m]
        return rows, seen

    rows, seen = g.for_(g.range(x.shape[0]), loop1_body, (rows, seen))  # f32[rows_n, m], int

    return g.listed(rows), seen


@dslc.builder("list_grown_result_run.py")
def scalars(g, x: Tensor[f32, n]):
    g.lines(21, 22, 23)

    big = []

    g.at("for v in x:")
    big = g.zeros(0, "float32")                                   # f32[0]

    def loop1_body(v_index, big):                                 # int, f32[big_n]
        v = g.index(x, g.s_[v_index])                             # f32

        g.at("if v > 1:")
        test = g.greater(v, 1)                                    # bool_

        def if1_then(big):                                        # f32[big_n]
            g.at("big.append(v)")
            big = g.append(big, v)                                # f32[big_n + 1]
            return big

        def if1_else(big):                                        # f32[big_n]
            return big

        big = g.if_(test, if1_then, if1_else, (big,))             # f32[big_n_2]
        return big

    big = g.for_(g.range(x.shape[0]), loop1_body, (big,))         # f32[big_n]

    return {"big": g.listed(big, "scalar"), "x": x}


@dslc.builder("list_grown_result_run.py")
def numbers(g, w: int) -> list[int]:
    g.lines(30, 31, 32)

    seen = []

    g.at("while w > 0:")
    seen = g.zeros(0, "int64")                                    # i64[0]

    def loop1_test(w, seen):                                      # int, i64[seen_n]
        test = g.greater(w, 0)                                    # bool
        return test

    def loop1_body(w, seen):                                      # int, i64[seen_n]
        g.at("seen.append(w)")
        seen = g.append(seen, w)                                  # i64[seen_n + 1]

        g.at("w //= 2")
        w = g.floor_divide(w, 2)                                  # int
        return w, seen

    w, seen = g.while_(loop1_test, loop1_body, (w, seen))         # int, i64[seen_n]

    return g.listed(seen, "number")


@dslc.builder("list_grown_result_run.py")
def points(g, x: Tensor[f32, n]):
    g.lines(38, 39, 40, 41)

    g.at("last, zeros = x[-1], []")
    last_index = g.index(x, g.s_[-1])                             # f32
    last, zeros = last_index, []

    g.at("while last > 1:")
    zeros = g.zeros(0, "float32")                                 # f32[0]

    def loop1_test(last, zeros):                                  # f32, f32[zeros_n]
        test = g.greater(last, 1)                                 # bool_
        return test

    def loop1_body(last, zeros):                                  # f32, f32[zeros_n]
        g.at("zeros.append(np.full((), last))")
        zeros_full = g.full((), last)                             # f32[]
        zeros = g.append(zeros, zeros_full)                       # f32[zeros_n + 1]

        g.at("last = last / 2")
        last = g.divide(last, 2)                                  # f32
        return last, zeros

    last, zeros = g.while_(loop1_test, loop1_body, (last, zeros))  # f32, f32[zeros_n]

    return g.listed(zeros)
