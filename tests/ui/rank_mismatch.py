from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def product(x: Tensor[f32, ()], y: Tensor[f32, n]):
    return x @ y  # error: [rank-mismatch]
# --- diagnostics ---
error[rank-mismatch]: `@` needs arrays with axes
 --> rank_mismatch.py:8:12
  |
8 |     return x @ y
  |            ^^^^^ left is f32[]; right is f32[n]
