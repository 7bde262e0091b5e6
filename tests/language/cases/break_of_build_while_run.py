# construct: `break` of a `while` on build values, under a run-time condition
# nodes: Break
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n]):
    while x.ndim < 3:  # error: [unsupported-construct]
        x = x[None]
        if np.sum(x) > 9:
            break
    return x
# --- diagnostics ---
error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
  --> break_of_build_while_run.py:10:5
   |
10 |     while x.ndim < 3:
   |     ^^^^^^^^^^^^^^^^^
help: loop over a range of the run
