from dslc import Tensor, dims, f32, graph

n = dims("n")


LARGE = 2**70


@graph
def f(x: Tensor[f32, n]):
    return x * LARGE  # error: [integer-overflow]
# --- diagnostics ---
