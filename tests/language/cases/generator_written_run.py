# construct: writing to what a `yield` may read
# nodes: Yield
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def parts(v):
    yield np.sum(v)
    yield np.sum(v * v)


@graph
def f(x: Tensor[f32, n]):
    y = x * 2
    for part in parts(y):  # error: [unsupported-construct]
        y[0] = part
    return y
# --- diagnostics ---
error[unsupported-construct]: writing to an array while a generator may read it is not part of the language
  --> generator_written_run.py:16:17
   |
16 |     for part in parts(y):
   |                 ^^^^^^^^
help: write `list(...)` around the call, or let it be a function that returns a list
