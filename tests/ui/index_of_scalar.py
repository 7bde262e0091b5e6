from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def first(x: Scalar[f32], y: Tensor[f32, n]):
    a = x[0]  # error: [rank-mismatch]
    return a, y[0, 0]  # error: [rank-mismatch]
# --- diagnostics ---
