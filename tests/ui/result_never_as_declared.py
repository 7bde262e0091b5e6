import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph, i64

n = dims("n")


@graph
def padded(x: Tensor[f32, n], count: Scalar[i64]) -> Tensor[f32, n + 1]:
    y = np.zeros(count, np.float32)
    return y + x  # error: [shape-mismatch]
# --- diagnostics ---
error[shape-mismatch]: the result of `padded` is declared Tensor[f32, n + 1], but is f32[n]
  --> result_never_as_declared.py:11:1
   |
11 |     return y + x
   |     ^^^^^^^^^^^^
note: `n` is axis 0 of `x`
note: `n + 1` is always 1 more than `n`
help: declare Tensor[f32, n], if that is what it is to be
