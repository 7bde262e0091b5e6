# construct: recursion that the run ends
# nodes: FunctionDef Call
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def halved(v):
    if np.sum(v) < 1:
        return v
    return halved(v / 2)  # error: [recursive-call]


@graph
def f(x: Tensor[f32, n]):
    return halved(x)
# --- diagnostics ---
error[recursive-call]: `halved` calls itself, and nothing known while building ends that
  --> recursion_run.py:11:12
   |
11 |     return halved(v / 2)
   |            ^^^^^^^^^^^^^
help: write a loop, or let a `Static` number, the length of a list or a rank end it
