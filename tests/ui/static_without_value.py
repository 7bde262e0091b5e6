import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], axis: Static[int]):  # error: [argument-mismatch]
    return np.sum(x, axis=axis)
# --- diagnostics ---
error[argument-mismatch]: `axis` of `f` is known only while building
 --> static_without_value.py:9:1
  |
9 | def f(x: Tensor[f32, n], axis: Static[int]):
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: give it a default, or a value to check it with: `@graph(check=[dict(...)])`
