# construct: a `yield` without an end
# nodes: Yield
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def counted(v):
    while True:
        yield v
        v = v + 1


@graph
def f(x: Tensor[f32, n]):
    for y in counted(x):  # error: [unsupported-construct]
        x = x + y
        if np.sum(x) > 9:
            break
    return x
# --- diagnostics ---
error[unsupported-construct]: a generator without an end is not part of the language
  --> generator_endless_run.py:16:14
   |
16 |     for y in counted(x):
   |              ^^^^^^^^^^
help: give it a length
