import numpy as np

from dslc import Tensor, bool_, dims, f32, graph, i64

n, m, k = dims("n m k")


@graph
def f(x: Tensor[f32, n, m], i: Tensor[i64, k], w: Tensor[f32, k], mask: Tensor[bool_, n]):
    a = np.nonzero(x[0, 0])  # error: [rank-mismatch]
    a = x.compress(x > 0)  # error: [rank-mismatch]
    b = np.take(x, w)  # error: [dtype-mismatch]
    c = np.take(x, i, axis=2)  # error: [axis-out-of-range]
    d = np.take(x, i, mode="ignore")  # error: [argument-mismatch]
    e = np.take_along_axis(x, i, axis=0)  # error: [rank-mismatch]
    g = np.take_along_axis(x, i[:, None], axis=None)  # error: [unsupported-construct]
    h = x[np.ix_(w, [0])]  # error: [argument-mismatch]
    j = np.diag(x[:, :, None])  # error: [rank-mismatch]
    d = np.diagonal(x)
    d[0] = 1  # error: [write-through-view]
    y = x * 1
    np.fill_diagonal(y, w)  # error: [rank-mismatch]
    z = x * 1
    np.argpartition(z, 1)  # error: [unknown-function]
    return a, b, c, d, e, g, h, j, y, z
# --- diagnostics ---
error[rank-mismatch]: `nonzero` needs an array
  --> gather_calls.py:10:20
   |
10 |     a = np.nonzero(x[0, 0])
   |                    ^^^^^^^ this is f32

error[rank-mismatch]: in `compress`: the condition of `compress` has one axis
  --> gather_calls.py:11:9
   |
11 |     a = x.compress(x > 0)
   |         ^^^^^^^^^^^^^^^^^ condition is bool_[n, m]; a is f32[n, m]

error[dtype-mismatch]: `take` takes integers
  --> gather_calls.py:12:20
   |
12 |     b = np.take(x, w)
   |                    ^ this is f32[k]

error[axis-out-of-range]: `take` of an array of rank 2 has no axis 2
  --> gather_calls.py:13:9
   |
13 |     c = np.take(x, i, axis=2)
   |         ^^^^^^^^^^^^^^^^^^^^^

error[argument-mismatch]: the mode of `take` is "raise", "wrap" or "clip"
  --> gather_calls.py:14:9
   |
14 |     d = np.take(x, i, mode="ignore")
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[rank-mismatch]: `take_along_axis` takes an array and indices of one rank
  --> gather_calls.py:15:9
   |
15 |     e = np.take_along_axis(x, i, axis=0)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the array is f32[n, m]; the indices is i64[k]

error[unsupported-construct]: `take_along_axis` of the flat array is not supported
  --> gather_calls.py:16:9
   |
16 |     g = np.take_along_axis(x, i[:, None], axis=None)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: reshape it to `(-1,)` first

error[argument-mismatch]: `np.ix_` takes vectors of integers, and masks
  --> gather_calls.py:17:18
   |
17 |     h = x[np.ix_(w, [0])]
   |                  ^ this is f32[k]

error[rank-mismatch]: `diag` takes a vector or a matrix
  --> gather_calls.py:18:17
   |
18 |     j = np.diag(x[:, :, None])
   |                 ^^^^^^^^^^^^^ this is f32[n, m, 1]

error[write-through-view]: `d` may share memory with the parameter `x`
  --> gather_calls.py:20:5
   |
20 |     d[0] = 1
   |     ^^^^
help: write to the array itself, or to a copy: `d = d.copy()`

error[rank-mismatch]: `fill_diagonal` needs one value
  --> gather_calls.py:22:25
   |
22 |     np.fill_diagonal(y, w)
   |                         ^ this is f32[k]

error[unknown-function]: `np.argpartition` is not part of the language
  --> gather_calls.py:24:5
   |
24 |     np.argpartition(z, 1)
   |     ^^^^^^^^^^^^^^^
help: which elements stand beside those places depends on the machine: write `np.argsort`, and take the first ones
