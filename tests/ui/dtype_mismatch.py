import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def root(x: Tensor[f32, n], i: float):
    y = x[i]  # error: [dtype-mismatch]
    z = x @ np.float64(2)  # error: [rank-mismatch]
    return y, x.astype("nonsense"), z  # error: [dtype-mismatch]
# --- diagnostics ---
error[dtype-mismatch]: an index is an integer, not float
  --> dtype_mismatch.py:10:9
   |
10 |     y = x[i]
   |         ^^^^

error[rank-mismatch]: `@` needs arrays with axes
  --> dtype_mismatch.py:11:9
   |
11 |     z = x @ np.float64(2)
   |         ^^^^^^^^^^^^^^^^^ left is f32[n]; right is f64

error[dtype-mismatch]: `nonsense` is no dtype of a graph
  --> dtype_mismatch.py:12:15
   |
12 |     return y, x.astype("nonsense"), z
   |               ^^^^^^^^^^^^^^^^^^^^
