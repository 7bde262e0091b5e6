# construct: a list comprehension
# nodes: ListComp comprehension
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    rows = [x * i for i in range(3)]  # error: [unsupported-construct]
    return np.stack(rows)
# --- diagnostics ---
error[unsupported-construct]: a list comprehension is not part of the language
  --> list_comprehension_run.py:10:12
   |
10 |     rows = [x * i for i in range(3)]
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^
help: use an array operation, or a `for` loop that stores into an array
