# construct: `insert` of a list that grows in a loop
# nodes: Call
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    rows = [x]
    for _ in range(k):
        rows.append(x)
        rows.insert(0, x)  # error: [unsupported-construct]
    return rows[0]
# --- diagnostics ---
error[unsupported-construct]: `.insert` of a list that grows in a loop of the graph is not part of the language
  --> list_insert_loop_run.py:11:9
   |
11 |         rows.insert(0, x)
   |         ^^^^^^^^^^^^^^^^^
help: store the values into an array
