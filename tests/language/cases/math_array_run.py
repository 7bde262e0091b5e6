# construct: functions of `math` of an array
# nodes: Call
# time: run
# status: refused
import math

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return math.sqrt(x)  # error: [rank-mismatch]
# --- diagnostics ---
error[rank-mismatch]: `math.sqrt` takes single values
  --> math_array_run.py:10:22
   |
10 |     return math.sqrt(x)
   |                      ^ this is f32[n]
help: use `np.sqrt`
