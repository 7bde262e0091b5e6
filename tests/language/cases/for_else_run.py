# construct: `for` with `else`
# nodes: For
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], wanted: float):
    for i in range(x.shape[0]):
        if x[i] == wanted:
            break
    else:
        return -1  # error: [unsupported-construct]
    return i  # error: [unbound-name]
# --- diagnostics ---
error[unsupported-construct]: `else` of a loop is not part of the language
  --> for_else_run.py:14:9
   |
14 |         return -1
   |         ^^^^^^^^^
help: test after the loop

error[unbound-name]: `i` is not bound on every path to this line
  --> for_else_run.py:15:12
   |
15 |     return i
   |            ^ bound by the loop, which may run no trip
help: bind `i` before, or on every path
