import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph, i8, i64

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Tensor[i8, n], a: float, i: int, s: Scalar[f32]):
    b = np.clip(x)  # error: [argument-mismatch]
    c = np.clip(x, 0, a_max=2, max=3)  # error: [argument-mismatch]
    d = x.clip(None, None)  # error: [argument-mismatch]
    e = np.clip(k, 0, i)  # error: [integer-overflow]
    g = np.reciprocal(k)  # error: [dtype-mismatch]
    h = np.ceil(k)  # error: [dtype-mismatch]
    j = round(x)  # error: [unsupported-construct]
    m = round(a, 2)  # error: [unsupported-construct]
    o = np.round(k, -1)  # error: [dtype-mismatch]
    p = x.round(i)  # error: [depends-on-run]
    q = max(i, a)  # error: [branch-mismatch]
    r = np.isclose(x, 1.0, rtol=a)  # error: [depends-on-run]
    t = np.nan_to_num(x, copy=False)  # error: [argument-mismatch]
    return x
# --- diagnostics ---
error[argument-mismatch]: `clip` needs a bound
  --> elementwise.py:10:9
   |
10 |     b = np.clip(x)
   |         ^^^^^^^^^^

error[argument-mismatch]: `clip` takes an array, a lower and an upper bound
  --> elementwise.py:11:9
   |
11 |     c = np.clip(x, 0, a_max=2, max=3)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[argument-mismatch]: `clip` needs a bound
  --> elementwise.py:12:9
   |
12 |     d = x.clip(None, None)
   |         ^^^^^^^^^^^^^^^^^^

error[integer-overflow]: this bound may not fit in i8
  --> elementwise.py:13:23
   |
13 |     e = np.clip(k, 0, i)
   |                       ^ this is int
help: make it i8 first

error[dtype-mismatch]: `reciprocal` is not of integers
  --> elementwise.py:14:23
   |
14 |     g = np.reciprocal(k)
   |                       ^ this is i8[n]
help: write `1 / x`

error[dtype-mismatch]: `ceil` is of floats
  --> elementwise.py:15:17
   |
15 |     h = np.ceil(k)
   |                 ^ this is i8[n]

error[unsupported-construct]: `round` of an array is not part of the language
  --> elementwise.py:16:9
   |
16 |     j = round(x)
   |         ^^^^^^^^
help: use `np.round`

error[unsupported-construct]: `round` of a Python number to decimals is not part of the language
  --> elementwise.py:17:9
   |
17 |     m = round(a, 2)
   |         ^^^^^^^^^^^
help: `np.round` multiplies by a power of ten, rounds and divides

error[dtype-mismatch]: an integer rounded to tens goes through a float in NumPy
  --> elementwise.py:18:18
   |
18 |     o = np.round(k, -1)
   |                  ^ this is i8[n]
help: round it as a float

error[depends-on-run]: `decimals` must be known while the graph is built
  --> elementwise.py:19:17
   |
19 |     p = x.round(i)
   |                 ^ this is int, known only when the function is called
help: make it a `Static` parameter or write the decimals out

error[branch-mismatch]: the type depends on which value is taken: int and float have no common exact type
  --> elementwise.py:20:9
   |
20 |     q = max(i, a)
   |         ^^^^^^^^^ int; float
help: make them one type, as in `float(k)`

error[depends-on-run]: `rtol` must be known while the graph is built
  --> elementwise.py:21:33
   |
21 |     r = np.isclose(x, 1.0, rtol=a)
   |                                 ^ this is float, known only when the graph runs
help: make it a `Static` parameter or write the rtol out

error[argument-mismatch]: `nan_to_num` has no `copy` here
  --> elementwise.py:22:9
   |
22 |     t = np.nan_to_num(x, copy=False)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: it takes `x`, `nan`, `posinf`, `neginf`
# --- fixed ---
import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph, i8, i64

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Tensor[i8, n], a: float, i: int, s: Scalar[f32]):
    b = np.clip(x)
    c = np.clip(x, 0, a_max=2, max=3)
    d = x.clip(None, None)
    e = np.clip(k, 0, i)
    g = np.reciprocal(k)
    h = np.ceil(k)
    j = np.round(x)
    m = round(a, 2)
    o = np.round(k, -1)
    p = x.round(i)
    q = max(i, a)
    r = np.isclose(x, 1.0, rtol=a)
    t = np.nan_to_num(x, copy=False)
    return x
