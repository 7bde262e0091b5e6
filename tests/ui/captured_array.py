import numpy as np

from dslc import Tensor, f32, graph


WEIGHTS = np.ones(3)


@graph
def f(x: Tensor[f32, 3]):
    return x * WEIGHTS  # error: [captured-array]
# --- diagnostics ---
error[captured-array]: `WEIGHTS` is an array of the module
  --> captured_array.py:11:16
   |
11 |     return x * WEIGHTS
   |                ^^^^^^^
help: pass it as a parameter
