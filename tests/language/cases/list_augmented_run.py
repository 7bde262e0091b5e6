# construct: `+=` of a list
# nodes: AugAssign List
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    rows = [x, x]
    rows += [x + 1]  # error: [unsupported-construct]
    return np.stack(rows)
# --- diagnostics ---
error[unsupported-construct]: changing a list in place is not part of the language
  --> list_augmented_run.py:11:5
   |
11 |     rows += [x + 1]
   |     ^^^^^^^^^^^^^^^
help: make a new list, as in `items = items + [x]`, or store into an array
