# construct: a list comprehension
# nodes: ListComp comprehension
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    rows = [x * i for i in range(k)]  # <--
    return np.stack(rows), len(rows)
# --- calls ---
#: f(np.float32([1, 2]), 3)
#! f(np.float32([1, 2]), 0) ValueError
#! f(np.float32([1, 2]), -1) ValueError
# --- emitted ---
@dslc.builder("list_comprehension_call.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(10, 10, 11)

    g.at("rows = [x * i for i in range(k)]")
    rows = g.zeros((0, x.shape[0]), "float32")                    # f32[0, n]

    def loop1_body(i, rows):                                      # int, f32[i, n]
        g.at("x * i")
        rows_multiply = g.multiply(x, i)                          # f32[n]
        rows = g.append(rows, rows_multiply)                      # f32[i + 1, n]
        return rows

    rows = g.for_(g.range(k), loop1_body, (rows,))                # f32[max(k, 0), n]

    g.at("return np.stack(rows), len(rows)")
    result_greater = g.greater(rows.shape[0], 0)                  # bool
    checked = g.check(                                            # bool
        result_greater,
        message="need at least one array to stack",
        error="ValueError",
    )
    return rows, rows.shape[0]
