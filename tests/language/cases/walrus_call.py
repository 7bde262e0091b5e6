# construct: `:=`
# nodes: NamedExpr
# time: call
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if (size := x.shape[0]) > 1:  # error: [unsupported-construct]
        x = x * size
    return x
# --- diagnostics ---
error[unsupported-construct]: a walrus assignment is not part of the language
  --> walrus_call.py:10:9
   |
10 |     if (size := x.shape[0]) > 1:
   |         ^^^^^^^^^^^^^^^^^^
help: assign in a statement of its own
