# construct: `x[key] = value` of a plain parameter
# nodes: Assign Subscript
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    x[0] = 9.0  # error: [write-to-parameter]
    return x
# --- diagnostics ---
error[write-to-parameter]: `x` is a parameter; writing to it would change the caller's array
 --> assign_parameter_run.py:8:5
  |
8 |     x[0] = 9.0
  |     ^^^^
help: write to a copy: `x = x.copy()`, or annotate it InOut[...]
