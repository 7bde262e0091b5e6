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
error[unsupported-construct]: a loop over f64[n] is not part of the language
  --> f34_comprehension.py:10:53
   |
10 |     return np.stack([v * v if v > 0 else v for v in x])
   |                                                     ^
help: loop over `range(len(...))` and index
