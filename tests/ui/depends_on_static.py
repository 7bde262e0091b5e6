import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], keep: Static[bool] = False):
    y = np.sum(x, keepdims=keep)
    y += 1.0  # error: [depends-on-static]
    return y
# --- diagnostics ---
error[depends-on-static]: whether this is an array depends on a build-time parameter
  --> depends_on_static.py:11:5
   |
11 |     y += 1.0
   |     ^^^^^^^^
