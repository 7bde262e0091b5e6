import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    cache = None
    y = x
    while np.sum(y) < 10:  # error: [branch-mismatch]
        y = y + 1
        if y[0] > 5:
            cache = y
    return y if cache is None else cache
# --- diagnostics ---
error[branch-mismatch]: `cache` is NoneType before this loop, which carries it
  --> none_then_array.py:12:5
   |
12 |     while np.sum(y) < 10:
   |     ^^^^^^^^^^^^^^^^^^^^^
help: start `cache` with its final type, or `assert` that the loop runs, as in `assert x.shape[0] > 0`
