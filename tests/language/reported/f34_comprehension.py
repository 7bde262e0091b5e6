# construct: a comprehension over run-time data
# time: run
# status: refused
# reported: tensorflow/tensorflow#32546
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n]):
    return np.stack([v * v if v > 0 else v for v in x])  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: a list comprehension is not part of the language
  --> f34_comprehension.py:10:21
   |
10 |     return np.stack([v * v if v > 0 else v for v in x])
   |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: use an array operation, or a `for` loop that stores into an array
