# construct: `raise`
# nodes: Raise
# time: build
# status: refused
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    if k < 0:
        raise ValueError("k is negative")  # error: [unsupported-construct]
    return x * k
# --- diagnostics ---
error[unsupported-construct]: `raise` is not part of the language
  --> raise_build.py:11:9
   |
11 |         raise ValueError("k is negative")
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: use `assert`, or move it outside the function
