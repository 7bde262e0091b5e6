from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if x > 0:  # error: [truth-of-array]
        x = x + 1
    y = x if x > 1 else x  # error: [truth-of-array]
    while x < 2 and x[0] > 1:  # error: [truth-of-array]
        x = x * 2
    assert x > 0  # error: [truth-of-array]
    return y, not x  # error: [truth-of-array]
# --- diagnostics ---
