# construct: `lambda` as a result
# nodes: Lambda
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    return lambda v: v + k  # error: [result-unsupported]
# --- diagnostics ---
error[result-unsupported]: a function cannot be returned
 --> lambda_returned_run.py:8:5
  |
8 |     return lambda v: v + k
  |     ^^^^^^^^^^^^^^^^^^^^^^
help: return what it gives, or let a plain function return it
