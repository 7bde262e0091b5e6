# construct: `try`
# nodes: Try ExceptHandler
# time: build
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    try:  # error: [unsupported-construct]
        axis = int("0")
    except ValueError:
        axis = 1
    return np.sum(x, axis=0)
# --- diagnostics ---
error[unsupported-construct]: `try` is not part of the language
  --> try_build.py:10:5
   |
10 |     try:
   |     ^^^^
help: test the condition instead, or move it outside the function
