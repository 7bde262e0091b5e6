import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def classify(x: Tensor[f32, n, 512], w: Tensor[f32, 256, 10]):
    h = np.maximum(x, 0.0)
    return h @ w  # error: [shape-mismatch]
# --- diagnostics ---
error[shape-mismatch]: the inner dims of `@` must be equal
  --> shape_mismatch.py:11:12
   |
11 |     return h @ w
   |            ^^^^^ left is f32[n, 512]; right is f32[256, 10]
note: 512 is axis 1 of `h`, 256 is axis 0 of `w`
help: declare `w` as Tensor[f32, 512, 10]
