# construct: `del` of an attribute
# nodes: Delete
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x + 1
    del y.real  # error: [unsupported-construct]
    return y
# --- diagnostics ---
error[unsupported-construct]: `del` is not part of the language
 --> del_attribute_run.py:9:5
  |
9 |     del y.real
  |     ^^^^^^^^^^
help: leave the name bound
