# construct: `for` over the rows of an array
# nodes: For
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    total = np.zeros(x.shape[1], np.float32)
    for row in x:  # error: [unsupported-construct]
        total = total + row
    return total
# --- diagnostics ---
error[unsupported-construct]: a loop over f32[n, m] is not part of the language
  --> for_rows_run.py:11:16
   |
11 |     for row in x:
   |                ^
help: loop over `range(len(...))` and index
