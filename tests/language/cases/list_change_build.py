# construct: changing a list or dict in place
# nodes: Call
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


TABLE = {"a": 1}


@graph
def f(x: Tensor[f32, n]):
    if x[0] > 0:
        TABLE.update(a=2)  # error: [unsupported-construct]
    return x * TABLE["a"]
# --- diagnostics ---
error[unsupported-construct]: changing a dict in place is not part of the language
  --> list_change_build.py:12:9
   |
12 |         TABLE.update(a=2)
   |         ^^^^^^^^^^^^
