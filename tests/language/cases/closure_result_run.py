# construct: a function as the result of a graph
# nodes: Lambda Return
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return lambda v: v + x  # error: [result-unsupported]
# --- diagnostics ---
error[result-unsupported]: a function cannot be returned
 --> closure_result_run.py:8:5
  |
8 |     return lambda v: v + x
  |     ^^^^^^^^^^^^^^^^^^^^^^
help: return what it gives, or let a plain function return it
