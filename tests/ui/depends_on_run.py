import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], axis: int, a: float, b: float):
    pair = (a, b)
    y = np.sum(x, axis=axis)  # error: [depends-on-run]
    return y, pair[axis]  # error: [depends-on-run]
# --- diagnostics ---
