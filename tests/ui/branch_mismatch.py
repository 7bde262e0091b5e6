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
error[branch-mismatch]: `y` has different types on different paths: f32[n] is an array, int is not
  --> branch_mismatch.py:9:5
   |
 9 |     if on:
   |     ^^^^^^
note: `y` is f32[n] here
  --> branch_mismatch.py:10:13
   |
10 |         y = x
   |             ^
help: make `y` an array on every path: `np.full(shape, value)` fills one

error[branch-mismatch]: `z` is f32 on one path and a tuple on another
  --> branch_mismatch.py:12:5
   |
12 |     while on:
   |     ^^^^^^^^^
help: give `z` the same form on every path
