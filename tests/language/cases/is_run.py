# construct: `is`, `is not`
# nodes: Compare Is IsNot
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n]):
    if x is y or x is not y:  # error: [unsupported-construct] [unsupported-construct]
        x = x + 1
    return x
# --- diagnostics ---
error[unsupported-construct]: `is` between run-time values is not part of the language
 --> is_run.py:8:8
  |
8 |     if x is y or x is not y:
  |        ^^^^^^

error[unsupported-construct]: `is not` between run-time values is not part of the language
 --> is_run.py:8:18
  |
8 |     if x is y or x is not y:
  |                  ^^^^^^^^^^
