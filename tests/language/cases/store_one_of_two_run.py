# construct: `a[i] = x` where `a` may be another name
# nodes: Assign Subscript
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], on: bool):
    y = x * 2
    z = y
    if on:
        z = x * 3
    z[0] = 1.0  # error: [ambiguous-write]
    return y, z
# --- diagnostics ---
error[ambiguous-write]: `y` may share memory with what is written to here, and is read later
  --> store_one_of_two_run.py:12:5
   |
12 |     z[0] = 1.0
   |     ^^^^
help: let `y` be a copy
