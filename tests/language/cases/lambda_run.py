# construct: a lambda
# nodes: Lambda
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    double = lambda v: v * 2 + x  # error: [unsupported-construct]
    return double(x)
# --- diagnostics ---
error[unsupported-construct]: a lambda is not part of the language
 --> lambda_run.py:8:14
  |
8 |     double = lambda v: v * 2 + x
  |              ^^^^^^^^^^^^^^^^^^^
help: write the expression where it is used
