"""Eigenvalues of real numbers, complex or not; matrices that are none or not square."""

import numpy as np

from dslc import Tensor, dims, f16, f64, graph

n = dims("n")


@graph
def modes(a: Tensor[f64, n, n]):
    return np.linalg.eig(a).eigenvalues  # error: [dtype-mismatch]


@graph
def length(x: Tensor[f64, n]):
    return np.linalg.det(x)  # error: [rank-mismatch]


@graph
def rows(a: Tensor[f64, 3, 2], b: Tensor[f64, 3]):
    return np.linalg.solve(a, b)  # error: [shape-mismatch]


@graph
def half(a: Tensor[f16, n, n], b: Tensor[f64, n]):
    return np.linalg.solve(a, b)  # error: [dtype-mismatch]


@graph
def parts(a: Tensor[f64, n, n]):
    return np.linalg.svd(a).U @ np.linalg.qr(a).S  # error: [unknown-attribute]
# --- diagnostics ---
error[dtype-mismatch]: whether `eig` of real numbers is real or complex depends on their values
  --> eigenvalues.py:12:26
   |
12 |     return np.linalg.eig(a).eigenvalues
   |                          ^ this is f64[n, n]
help: cast it: `a.astype(np.complex128)`; symmetric matrices have `eigh`

error[rank-mismatch]: `det` needs a matrix, and this has 1 axis
  --> eigenvalues.py:17:26
   |
17 |     return np.linalg.det(x)
   |                          ^ this is f64[n]

error[shape-mismatch]: `solve` needs a square matrix
  --> eigenvalues.py:22:28
   |
22 |     return np.linalg.solve(a, b)
   |                            ^ this is f64[3, 2]
note: 3 is axis 0 of `a`, 2 is axis 1 of `a`
help: declare `a` as Tensor[f64, 2, 2]

error[dtype-mismatch]: `solve` is not defined for this dtype
  --> eigenvalues.py:27:12
   |
27 |     return np.linalg.solve(a, b)
   |            ^^^^^^^^^^^^^^^^^^^^^ this is f16[n, n]; this is f64[n]
help: cast it, as in `x.astype(np.float32)`

error[unknown-attribute]: a tuple has no attribute `S` here
  --> eigenvalues.py:32:33
   |
32 |     return np.linalg.svd(a).U @ np.linalg.qr(a).S
   |                                 ^^^^^^^^^^^^^^^^^
# --- fixed ---
"""Eigenvalues of real numbers, complex or not; matrices that are none or not square."""

import numpy as np

from dslc import Tensor, dims, f16, f64, graph

n = dims("n")


@graph
def modes(a: Tensor[f64, n, n]):
    return np.linalg.eig(a.astype(np.complex128)).eigenvalues


@graph
def length(x: Tensor[f64, n]):
    return np.linalg.det(x)


@graph
def rows(a: Tensor[f64, 3, 2], b: Tensor[f64, 3]):
    return np.linalg.solve(a, b)


@graph
def half(a: Tensor[f16, n, n], b: Tensor[f64, n]):
    return np.linalg.solve(a, b)


@graph
def parts(a: Tensor[f64, n, n]):
    return np.linalg.svd(a).U @ np.linalg.qr(a).S
