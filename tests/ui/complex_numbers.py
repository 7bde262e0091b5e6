import numpy as np

from dslc import Scalar, Tensor, c64, c128, dims, f32, graph, i64

n = dims("n")


@graph
def f(z: Tensor[c64, n], s: Scalar[c128], x: Tensor[f32, n], k: Tensor[i64, n], a: float):
    b = 1j * a  # error: [dtype-mismatch]
    c = complex(a, 1.0)  # error: [unknown-function]
    d = z.astype(f32)  # error: [dtype-mismatch]
    e = float(s)  # error: [dtype-mismatch]
    y = x.copy()
    y[0] = s  # error: [dtype-mismatch]
    v = x.copy()
    v[1:] = z[1:]  # error: [dtype-mismatch]
    g = z < 1  # error: [dtype-mismatch]
    h = np.max(z)  # error: [dtype-mismatch]
    i = z // 2  # error: [dtype-mismatch]
    j = abs(s)  # error: [unsupported-construct]
    m = z.item()  # error: [dtype-mismatch]
    o = a.real  # error: [dtype-mismatch]
    p = k & 1j  # error: [dtype-mismatch]
    w = z.copy()
    r = w.real
    r[0] = 1.0  # error: [write-through-view]
    t = np.full(3, s, f32)  # error: [dtype-mismatch]
    u = np.arctan2(z, x)  # error: [dtype-mismatch]
    return z
# --- diagnostics ---
error[dtype-mismatch]: a graph does not compute with Python's own complex numbers
  --> complex_numbers.py:10:9
   |
10 |     b = 1j * a
   |         ^^^^^^ this is complex; this is float
help: make it NumPy's, as in `np.complex128(z)`

error[unknown-function]: `complex` is not part of the language
  --> complex_numbers.py:11:9
   |
11 |     c = complex(a, 1.0)
   |         ^^^^^^^
help: write `x + np.complex128(1j) * y`

error[dtype-mismatch]: f32 does not hold complex numbers
  --> complex_numbers.py:12:9
   |
12 |     d = z.astype(f32)
   |         ^^^^^^^^ this is c64[n]
help: take its `.real`

error[dtype-mismatch]: `float` is not defined for complex numbers
  --> complex_numbers.py:13:15
   |
13 |     e = float(s)
   |               ^ this is c128
help: take its `.real`

error[dtype-mismatch]: f32 does not hold complex numbers
  --> complex_numbers.py:15:5
   |
15 |     y[0] = s
   |     ^^^^ this is c128
help: take its `.real`

error[dtype-mismatch]: f32 does not hold complex numbers
  --> complex_numbers.py:17:5
   |
17 |     v[1:] = z[1:]
   |     ^^^^^ this is c64[max(n - 1, 0)]
help: take its `.real`

error[dtype-mismatch]: `less` is not defined for complex numbers
  --> complex_numbers.py:18:9
   |
18 |     g = z < 1
   |         ^ this is c64[n]
help: compare `.real`, `.imag` or `np.abs(...)`

error[dtype-mismatch]: `max` is not defined for complex numbers
  --> complex_numbers.py:19:16
   |
19 |     h = np.max(z)
   |                ^ this is c64[n]
help: compare `.real`, `.imag` or `np.abs(...)`

error[dtype-mismatch]: `floor_divide` is not defined for these dtypes
  --> complex_numbers.py:20:9
   |
20 |     i = z // 2
   |         ^^^^^^ left is c64[n]; right is int

error[unsupported-construct]: Python's `abs` of a complex scalar is not part of the language
  --> complex_numbers.py:21:9
   |
21 |     j = abs(s)
   |         ^^^^^^
help: write `np.abs`, which may round in another way

error[dtype-mismatch]: in `item`: a run gives no complex numbers of Python's own
  --> complex_numbers.py:22:9
   |
22 |     m = z.item()
   |         ^^^^^^ x is c64[n]
help: index the element, as in `x[0]`

error[dtype-mismatch]: `real` and `imag` are of arrays and NumPy scalars
  --> complex_numbers.py:23:9
   |
23 |     o = a.real
   |         ^ this is float

error[dtype-mismatch]: `bitwise_and` is not defined for these dtypes
  --> complex_numbers.py:24:9
   |
24 |     p = k & 1j
   |         ^^^^^^ left is i64[n]; right is complex

error[write-through-view]: `r` may share memory with an array made here
  --> complex_numbers.py:27:5
   |
27 |     r[0] = 1.0
   |     ^^^^
help: write to the array itself, or to a copy: `r = r.copy()`

error[dtype-mismatch]: f32 does not hold complex numbers
  --> complex_numbers.py:28:20
   |
28 |     t = np.full(3, s, f32)
   |                    ^ this is c128
help: take its `.real`

error[dtype-mismatch]: `arctan2` is not defined for these dtypes
  --> complex_numbers.py:29:9
   |
29 |     u = np.arctan2(z, x)
   |         ^^^^^^^^^^^^^^^^ left is c64[n]; right is f32[n]
