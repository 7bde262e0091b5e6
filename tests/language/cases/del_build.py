# construct: `del` of a name
# nodes: Delete
# time: build
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = 2
    y = x * k
    del k  # error: [unsupported-construct]
    return y
# --- diagnostics ---
error[unsupported-construct]: `del` is not part of the language
  --> del_build.py:12:5
   |
12 |     del k
   |     ^^^^^
help: leave the name bound
