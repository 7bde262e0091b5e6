import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    cache = None
    y = x
    while np.sum(y) < 10:  # error: [branch-mismatch]
        if cache is None:
            y = x + 1
        else:
            y = x + cache
        cache = y
    return y
# --- diagnostics ---
