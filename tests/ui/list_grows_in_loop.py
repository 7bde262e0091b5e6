from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    slopes = [x]
    for _ in range(3):  # error: [branch-mismatch]
        slopes = slopes + [slopes[-1] * 2.0]
    return slopes[-1]


@graph
def g(x: Tensor[f32, n]):
    pair = (x, x)
    if x[0] > 0:  # error: [branch-mismatch]
        pair = (x, x, x)
    return pair[0]
# --- diagnostics ---
error[branch-mismatch]: `slopes` is a list of 1 item on one path and of 2 items on another
 --> list_grows_in_loop.py:9:5
  |
9 |     for _ in range(3):
  |     ^^^^^^^^^^^^^^^^^^
help: store the values into an array, or write the steps out

error[branch-mismatch]: `pair` is a tuple of 3 items on one path and of 2 items on another
  --> list_grows_in_loop.py:17:5
   |
17 |     if x[0] > 0:
   |     ^^^^^^^^^^^^
help: store the values into an array, or write the steps out
