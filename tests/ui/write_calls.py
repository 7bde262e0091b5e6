import numpy as np

from dslc import Tensor, bool_, dims, f32, graph, i64

n, k = dims("n k")


@graph
def writes(x: Tensor[f32, n], i: Tensor[i64, k], mask: Tensor[bool_, k], c: Tensor[i64, n]):
    np.add.at(x, i, 1)  # error: [write-to-parameter]
    y = x * 2
    part = y[1:]
    part.fill(0)  # error: [write-through-view]
    z = np.add.at(y, i, 1)  # error: [unsupported-construct]
    np.add.at(y[1:], i, 1)  # error: [write-through-view]
    np.add.at(c * 2, i, 1)  # error: [unsupported-construct]
    np.divide.at(y, i, 2)  # error: [unknown-function]
    return y, z


@graph
def operands(x: Tensor[f32, n], i: Tensor[i64, k], mask: Tensor[bool_, k], t: Tensor[i64, n]):
    a, b, c, d, e, f = x * 1, x * 1, t * 1, t * 1, t * 1, t * 1
    np.add.at(a, mask, a[None, None])  # error: [shape-mismatch]
    np.add.at(b, i)  # error: [argument-mismatch]
    np.add.at(c, i, 0.5)  # error: [dtype-mismatch]
    np.copyto(d, 0.5)  # error: [dtype-mismatch]
    np.copyto(e, 0, where=t)  # error: [dtype-mismatch]
    np.copyto(f, 0, casting="unsafe")  # error: [argument-mismatch]
    return a, b, c, d, e, f
# --- diagnostics ---
error[write-to-parameter]: `x` is a parameter; writing to it would change the caller's array
  --> write_calls.py:10:15
   |
10 |     np.add.at(x, i, 1)
   |               ^
help: write to a copy: `x = x.copy()`, or annotate it InOut[...]

error[write-through-view]: `part` may share memory with an array made here
  --> write_calls.py:13:5
   |
13 |     part.fill(0)
   |     ^^^^
help: write to the array itself, or to a copy: `part = part.copy()`

error[unsupported-construct]: `np.add.at` changes its array and gives None
  --> write_calls.py:14:9
   |
14 |     z = np.add.at(y, i, 1)
   |         ^^^^^^^^^^^^^^^^^^
help: let it be a statement of its own

error[write-through-view]: this writes through a view
  --> write_calls.py:15:15
   |
15 |     np.add.at(y[1:], i, 1)
   |               ^^^^^
help: write to the array itself

error[unsupported-construct]: writing to an array without a name is not part of the language
  --> write_calls.py:16:15
   |
16 |     np.add.at(c * 2, i, 1)
   |               ^^^^^
help: give it a name first

error[unknown-function]: `np.divide.at` is not part of the language
  --> write_calls.py:17:5
   |
17 |     np.divide.at(y, i, 2)
   |     ^^^^^^^^^^^^
help: write a loop that calls `np.divide`; there are `np.add.at`, `np.subtract.at`, `np.multiply.at`, `np.maximum.at`, `np.minimum.at`

error[shape-mismatch]: the value does not broadcast to the shape (?) it is stored in
  --> write_calls.py:24:5
   |
24 |     np.add.at(a, mask, a[None, None])
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the array is f32[n]; the value is f32[1, 1, n]

error[argument-mismatch]: `add_at` needs `value`
  --> write_calls.py:25:5
   |
25 |     np.add.at(b, i)
   |     ^^^^^^^^^^^^^^^

error[dtype-mismatch]: the result is f64, which is not stored as i64
  --> write_calls.py:26:5
   |
26 |     np.add.at(c, i, 0.5)
   |     ^^^^^^^^^^^^^^^^^^^^ the array is i64[n]; the value is float
help: cast the value

error[dtype-mismatch]: f64 cannot be stored in place as i64
  --> write_calls.py:27:5
   |
27 |     np.copyto(d, 0.5)
   |     ^^^^^^^^^^^^^^^^^ the array is i64[n]; the value is float

error[dtype-mismatch]: a mask is of truths
  --> write_calls.py:28:27
   |
28 |     np.copyto(e, 0, where=t)
   |                           ^ this is i64[n]

error[argument-mismatch]: `copyto` has no `casting` here
  --> write_calls.py:29:5
   |
29 |     np.copyto(f, 0, casting="unsafe")
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: it takes `x`, `value`, `where`
# --- fixed ---
import numpy as np

from dslc import Tensor, bool_, dims, f32, graph, i64

n, k = dims("n k")


@graph
def writes(x: Tensor[f32, n], i: Tensor[i64, k], mask: Tensor[bool_, k], c: Tensor[i64, n]):
    x = x.copy()
    np.add.at(x, i, 1)
    y = x * 2
    part = y[1:]
    part.fill(0)
    z = np.add.at(y, i, 1)
    np.add.at(y[1:], i, 1)
    np.add.at(c * 2, i, 1)
    np.divide.at(y, i, 2)
    return y, z


@graph
def operands(x: Tensor[f32, n], i: Tensor[i64, k], mask: Tensor[bool_, k], t: Tensor[i64, n]):
    a, b, c, d, e, f = x * 1, x * 1, t * 1, t * 1, t * 1, t * 1
    np.add.at(a, mask, a[None, None])
    np.add.at(b, i)
    np.add.at(c, i, 0.5)
    np.copyto(d, 0.5)
    np.copyto(e, 0, where=t)
    np.copyto(f, 0, casting="unsafe")
    return a, b, c, d, e, f
