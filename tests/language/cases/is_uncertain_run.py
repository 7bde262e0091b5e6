# construct: `is` of arrays that may be one
# nodes: Compare Is
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n]):
    return x is y  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `is` between run-time values is not part of the language
 --> is_uncertain_run.py:8:12
  |
8 |     return x is y
  |            ^^^^^^
