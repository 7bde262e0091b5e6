import numpy as np

from dslc import Tensor, dims, f32, graph, i64, u8

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n], k: Tensor[u8, n], pair: tuple[float, float], i: int):
    a = x << 1  # error: [dtype-mismatch]
    b = x is y  # error: [unsupported-construct]
    c = x in pair  # error: [truth-of-array]
    d = pair + x  # error: [unsupported-construct]
    e = ~x  # error: [dtype-mismatch]
    g = k & 300  # error: [integer-overflow]
    h = i | pair[0]  # error: [dtype-mismatch]
    k <<= 1  # error: [write-to-parameter]
    return x
# --- diagnostics ---
error[dtype-mismatch]: `left_shift` is not defined for these dtypes
  --> operators.py:10:9
   |
10 |     a = x << 1
   |         ^^^^^^ left is f32[n]; right is int

error[unsupported-construct]: `is` between run-time values is not part of the language
  --> operators.py:11:9
   |
11 |     b = x is y
   |         ^^^^^^

error[truth-of-array]: an array with axes has no single truth value
  --> operators.py:12:9
   |
12 |     c = x in pair
   |         ^^^^^^^^^ this is bool_[n]
help: reduce it with `np.any(...)` or `np.all(...)`

error[unsupported-construct]: `+` between a tuple and f32[n] is not part of the language
  --> operators.py:13:9
   |
13 |     d = pair + x
   |         ^^^^^^^^

error[dtype-mismatch]: `invert` is not defined for these dtypes
  --> operators.py:14:10
   |
14 |     e = ~x
   |          ^ this is f32[n]

error[integer-overflow]: 300 does not fit in u8
  --> operators.py:15:13
   |
15 |     g = k & 300
   |             ^^^ this is 300

error[dtype-mismatch]: `bitwise_or` is of integers
  --> operators.py:16:9
   |
16 |     h = i | pair[0]
   |         ^^^^^^^^^^^ left is int; right is float

error[write-to-parameter]: `k` is a parameter; writing to it would change the caller's array
  --> operators.py:17:5
   |
17 |     k <<= 1
   |     ^
help: write to a copy: `k = k.copy()`, or annotate it InOut[...]
# --- fixed ---
import numpy as np

from dslc import Tensor, dims, f32, graph, i64, u8

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n], k: Tensor[u8, n], pair: tuple[float, float], i: int):
    k = k.copy()
    a = x << 1
    b = x is y
    c = x in pair
    d = pair + x
    e = ~x
    g = k & 300
    h = i | pair[0]
    k <<= 1
    return x
