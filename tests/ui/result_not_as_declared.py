from dslc import Scalar, Tensor, dims, f32, f64, graph

n = dims("n")


@graph
def scale(x: Tensor[f32, n], factor: Scalar[f64]) -> Tensor[f32, n]:
    return x * factor  # error: [dtype-mismatch]
# --- diagnostics ---
error[dtype-mismatch]: the result of `scale` is declared Tensor[f32, n], but is f64[n]
 --> result_not_as_declared.py:8:5
  |
8 |     return x * factor
  |     ^^^^^^^^^^^^^^^^^
help: declare Tensor[f64, n], or cast it
