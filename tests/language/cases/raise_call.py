# construct: `raise`
# nodes: Raise
# time: call
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if x.shape[0] == 0:
        raise ValueError("no elements")  # error: [unsupported-construct]
    return x * 2
# --- diagnostics ---
error[unsupported-construct]: `raise` is not part of the language
  --> raise_call.py:11:9
   |
11 |         raise ValueError("no elements")
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: use `assert`, or move it outside the function
