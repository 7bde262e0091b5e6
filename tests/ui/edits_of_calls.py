import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n]):
    largest = max(x)  # error: [unsupported-construct]
    larger = max(x, y)  # error: [unsupported-construct]
    return largest, larger, np.float64(x * y) / 2  # error: [unsupported-construct]


@graph
def g(c: float, a: int, b: int):
    return c**0.5, a ** (b - 1)  # error: [dtype-mismatch] [dtype-mismatch]


@graph
def rows(x: Tensor[f32, n, m]) -> Tensor[f32, n]:
    return x + 1  # error: [shape-mismatch]
# --- diagnostics ---
error[unsupported-construct]: `max` of an array is not part of the language
  --> edits_of_calls.py:10:15
   |
10 |     largest = max(x)
   |               ^^^^^^
help: use `np.max`

error[unsupported-construct]: `max` of an array is not part of the language
  --> edits_of_calls.py:11:14
   |
11 |     larger = max(x, y)
   |              ^^^^^^^^^
help: use `np.maximum`

error[unsupported-construct]: `np.float64` of an array is not part of the language
  --> edits_of_calls.py:12:29
   |
12 |     return largest, larger, np.float64(x * y) / 2
   |                             ^^^^^^^^^^^^^^^^^
help: use `.astype(...)`

error[dtype-mismatch]: a negative number to a fraction is complex in Python
  --> edits_of_calls.py:17:12
   |
17 |     return c**0.5, a ** (b - 1)
   |            ^^^^^^ left is float; right is float
help: use `np.power`, which gives NaN there

error[dtype-mismatch]: an int to an int is a float where the exponent is negative
  --> edits_of_calls.py:17:20
   |
17 |     return c**0.5, a ** (b - 1)
   |                    ^^^^^^^^^^^^ left is int; right is int
help: make one of them a float, as in `float(x) ** k`

error[shape-mismatch]: the result of `rows` is declared Tensor[f32, n], but is f32[n, m]
  --> edits_of_calls.py:22:5
   |
22 |     return x + 1
   |     ^^^^^^^^^^^^
help: declare Tensor[f32, n, m]
# --- fixed ---
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n]):
    largest = np.max(x)
    larger = np.maximum(x, y)
    return largest, larger, (x * y).astype(np.float64) / 2


@graph
def g(c: float, a: int, b: int):
    return np.power(c, 0.5), float(a) ** (b - 1)


@graph
def rows(x: Tensor[f32, n, m]) -> Tensor[f32, n, m]:
    return x + 1
