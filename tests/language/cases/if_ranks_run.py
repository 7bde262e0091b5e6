# construct: `if` whose branches differ in rank
# nodes: If
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if np.sum(x) > 0:  # error: [branch-mismatch]
        y = x
    else:
        y = x[None]
    return y
# --- diagnostics ---
error[branch-mismatch]: `y` has different types on different paths: f32[n] has 1 axis, f32[1, n] has 2 axes
  --> if_ranks_run.py:10:5
   |
10 |     if np.sum(x) > 0:
   |     ^^^^^^^^^^^^^^^^^
note: `y` is f32[n] here
  --> if_ranks_run.py:11:13
   |
11 |         y = x
   |             ^
note: `y` is f32[1, n] here
  --> if_ranks_run.py:13:13
   |
13 |         y = x[None]
   |             ^^^^^^^
help: give `y` as many axes on every path: `x[None, :]` adds one, `[0]` takes one
