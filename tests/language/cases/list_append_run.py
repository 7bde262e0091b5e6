# construct: a list that grows in a loop of the graph
# nodes: List
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    rows = []
    for i in range(k):
        rows.append(x * i)  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: changing a list in place is not part of the language
  --> list_append_run.py:10:9
   |
10 |         rows.append(x * i)
   |         ^^^^^^^^^^^
help: make a new list, as in `items = items + [x]`, or store into an array
