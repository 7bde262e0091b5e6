# construct: a lambda in a comprehension that reads its names
# nodes: Lambda ListComp
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = 10
    scaled = [lambda v: v * k + x for k in range(3)]  # error: [unsupported-construct]
    return scaled[0](x) + k
# --- diagnostics ---
error[unsupported-construct]: a function in a comprehension that reads its `k` is not part of the language
 --> lambda_in_comprehension_run.py:9:14
  |
9 |     scaled = [lambda v: v * k + x for k in range(3)]
  |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: give it what `k` is there, as a default: `k=k`
