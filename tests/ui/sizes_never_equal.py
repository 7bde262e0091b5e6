import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def neighbours(x: Tensor[f32, n], y: Tensor[f32, n + 1]):
    return x + y  # error: [shape-mismatch]


@graph
def pairs(x: Tensor[f32, 2 * n + 1]):
    return x.reshape(-1, 2)  # error: [shape-mismatch]


@graph
def stacked(x: Tensor[f32, n, 3], y: Tensor[f32, n, 4]):
    return np.concatenate([x, y])  # error: [shape-mismatch]


@graph
def stored(x: Tensor[f32, n], y: Tensor[f32, 4]):
    z = np.zeros((2, 3), np.float32)
    z[0] = y  # error: [shape-mismatch]
    return z


@graph
def tested(x: Tensor[f32, n], y: Tensor[f32, m]):
    if x.shape[0] == y.shape[0] + 1:
        return x + y  # error: [shape-mismatch]
    return x
# --- diagnostics ---
error[shape-mismatch]: the shapes do not broadcast: n is never n + 1
  --> sizes_never_equal.py:10:12
   |
10 |     return x + y
   |            ^^^^^ left is f32[n]; right is f32[n + 1]
note: `n` is axis 0 of `x`, `n + 1` is axis 0 of `y`
note: `n` is always 1 less than `n + 1`
help: declare `y` as Tensor[f32, n]

error[shape-mismatch]: 2*n + 1 elements do not fill the shape (-1, 2)
  --> sizes_never_equal.py:15:12
   |
15 |     return x.reshape(-1, 2)
   |            ^^^^^^^^^ this is f32[2*n + 1]
note: `2*n + 1` is axis 0 of `x`
note: `2*n + 1` is always 1 more than `2*n`
help: declare `x` as Tensor[f32, 2*n]

error[shape-mismatch]: sizes beside the axis differ: 3 is never 4
  --> sizes_never_equal.py:20:12
   |
20 |     return np.concatenate([x, y])
   |            ^^^^^^^^^^^^^^^^^^^^^^ part 0 is f32[n, 3]; part 1 is f32[n, 4]
note: 3 is axis 1 of `x`, 4 is axis 1 of `y`
help: declare `y` as Tensor[f32, n, 3]

error[shape-mismatch]: the value does not broadcast to the shape (3) it is stored in
  --> sizes_never_equal.py:26:5
   |
26 |     z[0] = y
   |     ^^^^ the array is f32[2, 3]; the value is f32[4]
note: 3 is axis 1 of `z`, 4 is axis 0 of `y`
help: declare `y` as Tensor[f32, 3]

error[shape-mismatch]: the shapes do not broadcast: n is never m
  --> sizes_never_equal.py:33:16
   |
33 |         return x + y
   |                ^^^^^ left is f32[n]; right is f32[m]
note: `n` is axis 0 of `x`, `m` is axis 0 of `y`
note: `n` is always 1 more than `m`
help: declare `y` as Tensor[f32, n]
