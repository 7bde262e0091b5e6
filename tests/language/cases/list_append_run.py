# construct: a list that grows in a loop of the graph
# nodes: List
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    rows = []
    for i in range(k):  # error: [branch-mismatch]
        rows.append(x * i)
    return x
# --- diagnostics ---
error[branch-mismatch]: `rows` is a list of 0 items on one path and of 1 item on another
 --> list_append_run.py:9:5
  |
9 |     for i in range(k):
  |     ^^^^^^^^^^^^^^^^^^
help: store the values into an array, or write the steps out
