from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def g(x: Tensor[f32, n]):
    pair = (x, x)
    if x[0] > 0:  # error: [branch-mismatch]
        pair = (x, x, x)
    return pair[0]
# --- diagnostics ---
error[branch-mismatch]: `pair` is a tuple of 3 items on one path and of 2 items on another
 --> list_grows_in_loop.py:9:5
  |
9 |     if x[0] > 0:
  |     ^^^^^^^^^^^^
help: store the values into an array, or write the steps out
