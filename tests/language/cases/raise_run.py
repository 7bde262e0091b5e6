# construct: `raise`
# nodes: Raise
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if np.sum(x) < 0:
        raise ValueError("a negative sum")  # error: [unsupported-construct]
    return x * 2
# --- diagnostics ---
error[unsupported-construct]: `raise` is not part of the language
  --> raise_run.py:11:9
   |
11 |         raise ValueError("a negative sum")
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: use `assert`, or move it outside the function
