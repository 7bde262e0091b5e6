import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def total(x: Tensor[f32, n, m]):
    return np.sum(x, axis=2)  # error: [axis-out-of-range]
# --- diagnostics ---
error[axis-out-of-range]: `sum` of an array of rank 2 has no axis 2
  --> axis_out_of_range.py:10:12
   |
10 |     return np.sum(x, axis=2)
   |            ^^^^^^^^^^^^^^^^^
