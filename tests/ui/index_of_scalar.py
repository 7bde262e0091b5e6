from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def first(x: Scalar[f32], y: Tensor[f32, n]):
    a = x[0]  # error: [rank-mismatch]
    return a, y[0, 0]  # error: [rank-mismatch]
# --- diagnostics ---
error[rank-mismatch]: f32 has no axes to index
 --> index_of_scalar.py:8:11
  |
8 |     a = x[0]
  |           ^

error[rank-mismatch]: an array of rank 1 has no 2 axes to index
 --> index_of_scalar.py:9:15
  |
9 |     return a, y[0, 0]
  |               ^ this is f32[n]
