# construct: `sum` of an array
# nodes: Call
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return sum(x)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `sum` of an array is not part of the language
 --> sum_array_run.py:8:12
  |
8 |     return sum(x)
  |            ^^^^^^
help: use `np.sum`
