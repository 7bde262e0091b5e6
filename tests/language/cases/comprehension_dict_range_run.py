# construct: a dict comprehension over a range that the run computes
# nodes: DictComp
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    rows = {i: x * i for i in range(k)}  # error: [unsupported-construct]
    return rows[0]
# --- diagnostics ---
error[unsupported-construct]: a comprehension over a run-time range is not part of the language
 --> comprehension_dict_range_run.py:8:31
  |
8 |     rows = {i: x * i for i in range(k)}
  |                               ^^^^^^^^
help: use an array operation, or a `for` loop that stores into an array
