# construct: a write in a nested function to an array around it
# nodes: FunctionDef Assign
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    counts = np.zeros(3)

    def count(k):
        counts[k] += 1  # error: [write-to-parameter]

    count(0)
    return x + counts[0]
# --- diagnostics ---
error[write-to-parameter]: `counts` is a parameter; writing to it would change the caller's array
  --> closure_write_run.py:13:9
   |
13 |         counts[k] += 1
   |         ^^^^^^^^^
help: write to a copy: `counts = counts.copy()`, or annotate it InOut[...]
