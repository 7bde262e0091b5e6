# construct: a `yield` under a condition of the run
# nodes: Yield
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def positive(v):  # error: [result-unsupported]
    yield v
    if np.sum(v) > 0:
        yield v * 2


@graph
def f(x: Tensor[f32, n]):
    y = x
    for part in positive(x):
        y = y + part
    return y
# --- diagnostics ---
error[result-unsupported]: a list that grew in a loop of the graph cannot be returned here
 --> generator_open_run.py:8:1
  |
8 | def positive(v):
  | ^^^^^^^^^^^^^^^^
help: return its items as one array: `np.stack(...)`
