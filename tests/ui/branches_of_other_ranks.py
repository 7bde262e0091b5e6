import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def chosen(x: Tensor[f32, n], on: bool):
    if on:  # error: [branch-mismatch]
        y = np.zeros((3, 4), np.float32)
    else:
        y = x
    return y


@graph
def repeated(x: Tensor[f32, n], k: int):
    y = x
    for i in range(k):  # error: [branch-mismatch]
        y = y[None]
    return y
# --- diagnostics ---
error[branch-mismatch]: `y` has different types on different paths: f32[3, 4] has 2 axes, f32[n] has 1 axis
  --> branches_of_other_ranks.py:10:5
   |
10 |     if on:
   |     ^^^^^^
note: `y` is f32[3, 4] here
  --> branches_of_other_ranks.py:11:13
   |
11 |         y = np.zeros((3, 4), np.float32)
   |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
note: `y` is f32[n] here
  --> branches_of_other_ranks.py:13:13
   |
13 |         y = x
   |             ^
help: give `y` as many axes on every path: `x[None, :]` adds one, `[0]` takes one

error[branch-mismatch]: `y` has different types on different paths: f32[n] has 1 axis, f32[1, n] has 2 axes
  --> branches_of_other_ranks.py:20:5
   |
20 |     for i in range(k):
   |     ^^^^^^^^^^^^^^^^^^
note: `y` is f32[n] here
  --> branches_of_other_ranks.py:19:9
   |
19 |     y = x
   |         ^
note: `y` is f32[1, n] here
  --> branches_of_other_ranks.py:21:13
   |
21 |         y = y[None]
   |             ^^^^^^^
help: give `y` as many axes on every path: `x[None, :]` adds one, `[0]` takes one
