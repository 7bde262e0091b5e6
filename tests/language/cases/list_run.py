# construct: a list
# nodes: List
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    rows = [x, x + 1]  # <--
    return np.stack(rows)
# --- calls ---
#: f(np.float32([2])) == np.float32([[2], [3]])
# --- emitted ---
@dslc.builder("list_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at("rows = [x, x + 1]")
    rows_add = g.add(x, 1)                                        # f32[n]
    rows = [x, rows_add]

    g.at("return np.stack(rows)")
    result = g.stack((rows[0], rows[1]))                          # f32[2, n]
    return result
