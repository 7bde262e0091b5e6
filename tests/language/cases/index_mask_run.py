# construct: an array of truths as an index
# nodes: Subscript
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x[x > 0]  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: an array of truths picks as many elements as the data says
 --> index_mask_run.py:8:12
  |
8 |     return x[x > 0]
  |            ^^^^^^^^
help: choose with `np.where(mask, x, other)`, or write to `x[mask]` alone
