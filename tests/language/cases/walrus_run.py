# construct: `:=`
# nodes: NamedExpr
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    while (total := np.sum(x)) < 10:  # error: [unsupported-construct]
        x = x * 2
    return x, total  # error: [unbound-name]
# --- diagnostics ---
error[unsupported-construct]: a walrus assignment is not part of the language
  --> walrus_run.py:10:12
   |
10 |     while (total := np.sum(x)) < 10:
   |            ^^^^^^^^^^^^^^^^^^
help: assign in a statement of its own

error[unbound-name]: the name `total` is not defined
  --> walrus_run.py:12:15
   |
12 |     return x, total
   |               ^^^^^
