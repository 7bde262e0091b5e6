# construct: writing to an array of the module
# nodes: Assign
# time: run
# status: refused
import numpy as np

from dslc import Tensor, f64, graph

SEEN = np.zeros(3)


@graph
def f(x: Tensor[f64, 3]):
    SEEN[0] = x[0]  # error: [captured-array]
    return x
# --- diagnostics ---
error[captured-array]: `SEEN` is an array of the module; writing to it would change the module
  --> name_of_array_written_run.py:10:5
   |
10 |     SEEN[0] = x[0]
   |     ^^^^^^^
help: write to a copy, `own = SEEN.copy()`, or pass it as an InOut[...] parameter
