from dslc import Tensor, dims, f32, graph

n, k = dims("n k")


@graph
def result(x: Tensor[f32, n]) -> Tensor[f32, "k // 2"]:
    return x + 1  # error: [shape-mismatch]
# --- diagnostics ---
error[shape-mismatch]: the result of `result` is declared Tensor[f32, k//2], but is f32[n]
 --> result_size_that_tells_no_dim.py:8:1
  |
8 |     return x + 1
  |     ^^^^^^^^^^^^
help: `k//2` does not tell `k`: let an axis be `k`
