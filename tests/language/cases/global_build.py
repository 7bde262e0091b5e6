# construct: `global` of a name that is only read
# nodes: Global
# time: build
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


GAIN = 2


@graph
def f(x: Tensor[f32, n]):
    global GAIN  # error: [unsupported-construct]
    return x * GAIN
# --- diagnostics ---
error[unsupported-construct]: `global` is not part of the language
  --> global_build.py:13:5
   |
13 |     global GAIN
   |     ^^^^^^^^^^^
help: return the new value instead
