from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int, on: bool):
    y = k
    if on:  # error: [branch-mismatch]
        y = x
    z = x[0]
    while on:  # error: [branch-mismatch]
        z = (z, z)
    return y, z
# --- diagnostics ---
