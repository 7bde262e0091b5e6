# construct: `for` over the rows of an array
# nodes: For
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    total = np.zeros(x.shape[1], np.float32)
    for row in x:  # <--
        total = total + row
    return total


@graph
def of_elements(x: Tensor[f32, n], limit: float):
    best = 0.0
    for v in x * 2:
        if v > limit:
            break
        best = v * 1.0
    return best


@graph
def rebound(x: Tensor[f32, n, m]):
    total = x[:, 0] * 0
    for row in x:
        x = x + 1
        for v in row:
            total = total + v * x[:, 0]
    return total
# --- calls ---
#: f(np.float32([[1, 2], [3, 4]]))
#: f(np.zeros((0, 2), np.float32))
#: f(np.zeros((2, 0), np.float32))
#: of_elements(np.float32([1, 2, 3, 1]), 5.0)
#: rebound(np.float32([[1, 2], [3, 4]]))
#: rebound(np.zeros((0, 2), np.float32))
# --- emitted ---
@dslc.builder("for_rows_run.py")
def f(g, x: Tensor[f32, n, m]):
    g.lines(10, 11, 12)

    g.at("total = np.zeros(x.shape[1], np.float32)")
    total = g.zeros(x.shape[1], np.float32)                       # f32[m]

    g.at("for row in x:")

    def loop1_body(row_index, total):                             # int, f32[m]
        row = g.index(x, g.s_[row_index])                         # f32[m]

        g.at("total = total + row")
        total = g.add(total, row)                                 # f32[m]
        return total

    total = g.for_(g.range(x.shape[0]), loop1_body, (total,))     # f32[m]

    return total


@dslc.builder("for_rows_run.py")
def of_elements(g, x: Tensor[f32, n], limit: float):
    g.lines(19, 20, 21, 22)

    best = 0.0

    g.at("for v in x * 2:")
    v_multiply = g.multiply(x, 2)                                 # f32[n]

    def loop1_body(v_index, best):                                # int, f32?
        v = g.index(v_multiply, g.s_[v_index])                    # f32

        g.at("if v > limit:")
        test = g.greater(v, limit)                                # bool_

        def if1_then():
            g.at("break")
            return best, g.BREAK

        def if1_else():
            g.at("best = v * 1.0")
            best = g.multiply(v, 1.0)                             # f32
            return best, g.RUN

        best, exit = g.if_(test, if1_then, if1_else)              # f32?, int
        return best, exit

    best, exit = g.for_(g.range(v_multiply.shape[0]), loop1_body, (best,), exits=True)  # f32?, int

    return best


@dslc.builder("for_rows_run.py")
def rebound(g, x: Tensor[f32, n, m]):
    g.lines(28, 29, 30, 31, 32)

    g.at("total = x[:, 0] * 0")
    total_index = g.index(x, g.s_[:, 0])                          # f32[n]
    total = g.multiply(total_index, 0)                            # f32[n]

    g.at("for row in x:")
    x_rows = x

    def loop1_body(row_index, x, total):                          # int, f32[n, m], f32[n]
        row = g.index(x_rows, g.s_[row_index])                    # f32[m]

        g.at("x = x + 1")
        x = g.add(x, 1)                                           # f32[n, m]

        g.at("for v in row:")

        def loop2_body(v_index, total):                           # int, f32[n]
            v = g.index(row, g.s_[v_index])                       # f32

            g.at("total = total + v * x[:, 0]")
            total_index = g.index(x, g.s_[:, 0])                  # f32[n]
            total_multiply = g.multiply(v, total_index)           # f32[n]
            total = g.add(total, total_multiply)                  # f32[n]
            return total

        total = g.for_(g.range(row.shape[0]), loop2_body, (total,))  # f32[n]
        return x, total

    x, total = g.for_(g.range(x_rows.shape[0]), loop1_body, (x, total))  # f32[n, m], f32[n]

    return total
