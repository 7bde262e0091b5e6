# construct: writing to a `global`
# nodes: Global Assign
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


COUNT = 0


@graph
def f(x: Tensor[f32, n]):
    global COUNT  # error: [unsupported-construct]
    COUNT = 1
    return x
# --- diagnostics ---
error[unsupported-construct]: `global` is not part of the language
  --> global_write_build.py:11:5
   |
11 |     global COUNT
   |     ^^^^^^^^^^^^
help: return the new value instead
