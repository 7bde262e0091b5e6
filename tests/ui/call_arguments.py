from dslc import Tensor, dims, f32, f64, graph

n, m = dims("n m")


@graph
def double(s: Tensor[f32, n]):
    return s * 2


@graph
def f(x: Tensor[f64, n], y: Tensor[f32, n, m], a: float):
    b = double(x)  # error: [argument-mismatch]
    c = double(y)  # error: [argument-mismatch]
    d = double(a)  # error: [argument-mismatch]
    e = double(None)  # error: [argument-mismatch]
    return b, c, d, e
# --- diagnostics ---
