import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], axis: int, a: float, b: float):
    pair = (a, b)
    y = np.sum(x, axis=axis)  # error: [depends-on-run]
    return y, pair[axis]  # error: [depends-on-run]
# --- diagnostics ---
error[depends-on-run]: `axis` must be known while the graph is built
  --> depends_on_run.py:11:24
   |
11 |     y = np.sum(x, axis=axis)
   |                        ^^^^ this is int, known only when the function is called
help: make it a `Static` parameter or write the axis out

error[depends-on-run]: a tuple is indexed while the graph is built
  --> depends_on_run.py:12:20
   |
12 |     return y, pair[axis]
   |                    ^^^^ this is int
help: stack the values into one array, and index that
