# construct: a list comprehension
# nodes: ListComp comprehension
# time: call
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    rows = [x * i for i in range(k)]  # error: [unsupported-construct]
    return rows
# --- diagnostics ---
error[unsupported-construct]: a comprehension over a run-time range is not part of the language
 --> list_comprehension_call.py:8:28
  |
8 |     rows = [x * i for i in range(k)]
  |                            ^^^^^^^^
help: use an array operation, or a `for` loop that stores into an array
