from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def root(x: Tensor[f32, n], i: float):
    y = x[i]  # error: [dtype-mismatch]
    return y, ~x  # error: [dtype-mismatch]
# --- diagnostics ---
