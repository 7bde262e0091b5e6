from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


class Config:
    __hash__ = None


@graph
def f(x: Tensor[f32, n], config: Static[Config] = Config()):  # error: [static-unhashable]
    return x
# --- diagnostics ---
