# construct: `del` of a name
# nodes: Delete
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x * 2
    z = y + 1
    del y  # error: [unsupported-construct]
    return z
# --- diagnostics ---
error[unsupported-construct]: `del` is not part of the language
  --> del_run.py:12:5
   |
12 |     del y
   |     ^^^^^
help: leave the name bound
