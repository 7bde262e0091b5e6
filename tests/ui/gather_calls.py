import numpy as np

from dslc import Tensor, bool_, dims, f32, graph, i64

n, m, k = dims("n m k")


@graph
def f(x: Tensor[f32, n, m], i: Tensor[i64, k], w: Tensor[f32, k], mask: Tensor[bool_, n]):
    a = np.nonzero(x)  # error: [unknown-function]
    a = np.where(x > 0)  # error: [unsupported-construct]
    a = x.compress(mask)  # error: [unknown-attribute]
    b = np.take(x, w)  # error: [dtype-mismatch]
    c = np.take(x, i, axis=2)  # error: [axis-out-of-range]
    d = np.take(x, i, mode="ignore")  # error: [argument-mismatch]
    e = np.take_along_axis(x, i, axis=0)  # error: [rank-mismatch]
    g = np.take_along_axis(x, i[:, None], axis=None)  # error: [unsupported-construct]
    h = x[np.ix_(mask, [0])]  # error: [argument-mismatch]
    j = np.diag(x[:, :, None])  # error: [rank-mismatch]
    d = np.diagonal(x)
    d[0] = 1  # error: [write-through-view]
    y = x * 1
    np.fill_diagonal(y, w)  # error: [rank-mismatch]
    z = x * 1
    np.put(z, i, 1)  # error: [unknown-function]
    return a, b, c, d, e, g, h, j, y, z
# --- diagnostics ---
error[unknown-function]: `np.nonzero` is not part of the language
  --> gather_calls.py:10:9
   |
10 |     a = np.nonzero(x)
   |         ^^^^^^^^^^
help: write `np.where(test, x, other)`: how many elements pass a test depends on the data

error[unsupported-construct]: `np.where` of a test alone has as many results as the data says
  --> gather_calls.py:11:9
   |
11 |     a = np.where(x > 0)
   |         ^^^^^^^^^^^^^^^
help: write `np.where(test, x, other)`: how many elements pass a test depends on the data

error[unknown-attribute]: `.compress` of f32[n, m] is not part of the language
  --> gather_calls.py:12:9
   |
12 |     a = x.compress(mask)
   |         ^^^^^^^^^^
help: write `np.where(test, x, other)`: how many elements pass a test depends on the data

error[dtype-mismatch]: `take` takes integers
  --> gather_calls.py:13:20
   |
13 |     b = np.take(x, w)
   |                    ^ this is f32[k]

error[axis-out-of-range]: `take` of an array of rank 2 has no axis 2
  --> gather_calls.py:14:9
   |
14 |     c = np.take(x, i, axis=2)
   |         ^^^^^^^^^^^^^^^^^^^^^

error[argument-mismatch]: the mode of `take` is "raise", "wrap" or "clip"
  --> gather_calls.py:15:9
   |
15 |     d = np.take(x, i, mode="ignore")
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[rank-mismatch]: `take_along_axis` takes an array and indices of one rank
  --> gather_calls.py:16:9
   |
16 |     e = np.take_along_axis(x, i, axis=0)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the array is f32[n, m]; the indices is i64[k]

error[unsupported-construct]: `take_along_axis` of the flat array is not supported
  --> gather_calls.py:17:9
   |
17 |     g = np.take_along_axis(x, i[:, None], axis=None)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: reshape it to `(-1,)` first

error[argument-mismatch]: `np.ix_` takes vectors of integers
  --> gather_calls.py:18:18
   |
18 |     h = x[np.ix_(mask, [0])]
   |                  ^^^^ this is bool_[n]

error[rank-mismatch]: `diag` takes a vector or a matrix
  --> gather_calls.py:19:17
   |
19 |     j = np.diag(x[:, :, None])
   |                 ^^^^^^^^^^^^^ this is f32[n, m, 1]

error[write-through-view]: `d` may share memory with the parameter `x`
  --> gather_calls.py:21:5
   |
21 |     d[0] = 1
   |     ^^^^
help: write to the array itself, or to a copy: `d = d.copy()`

error[rank-mismatch]: `fill_diagonal` needs one value
  --> gather_calls.py:23:25
   |
23 |     np.fill_diagonal(y, w)
   |                         ^ this is f32[k]

error[unknown-function]: `np.put` is not part of the language
  --> gather_calls.py:25:5
   |
25 |     np.put(z, i, 1)
   |     ^^^^^^
help: write `x[i] = value`
