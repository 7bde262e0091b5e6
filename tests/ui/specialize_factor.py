import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph(specialize={n: dslc.multiple_of(1)})  # error: [specialize-invalid]
def f(x: Tensor[f32, n]):
    return x * 2.0
# --- diagnostics ---
error[specialize-invalid]: sizes cannot be multiples of 1
 --> specialize_factor.py:7:1
  |
7 | @graph(specialize={n: dslc.multiple_of(1)})
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write an integer of at least 2
