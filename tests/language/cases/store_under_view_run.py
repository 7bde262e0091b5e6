# construct: `a[i] = x` under a view that is read later
# nodes: Assign Subscript
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x * 2
    row = y[1:]
    y[0] = 1.0  # error: [ambiguous-write]
    return row + 0, y
# --- diagnostics ---
error[ambiguous-write]: `row` may share memory with what is written to here, and is read later
  --> store_under_view_run.py:10:5
   |
10 |     y[0] = 1.0
   |     ^^^^
help: let `row` be a copy
