"""Fourier transforms of what they are not defined for."""

import numpy as np

from dslc import Tensor, c128, dims, f64, graph

n = dims("n")


@graph
def halves(x: Tensor[c128, n]):
    return np.fft.rfft(x)  # error: [dtype-mismatch]


@graph
def nothing(x: Tensor[f64, n]):
    return np.fft.fft(x, 0)  # error: [argument-mismatch]


@graph
def columns(x: Tensor[f64, n]):
    return np.fft.fft2(x)  # error: [axis-out-of-range]


@graph
def scaled(x: Tensor[f64, n]):
    return np.fft.fft(x, norm="unitary")  # error: [argument-mismatch]


@graph
def sized(x: Tensor[f64, n, n]):
    return np.fft.fftn(x, s=(4,))  # error: [argument-mismatch]
# --- diagnostics ---
error[dtype-mismatch]: `rfft` is not defined for this dtype
  --> transforms.py:12:24
   |
12 |     return np.fft.rfft(x)
   |                        ^ this is c128[n]
help: take its `.real`

error[argument-mismatch]: `fft` needs at least one number
  --> transforms.py:17:12
   |
17 |     return np.fft.fft(x, 0)
   |            ^^^^^^^^^^^^^^^^

error[axis-out-of-range]: in `fft2`: `fft2` of an array of rank 1 has no axis -2
  --> transforms.py:22:24
   |
22 |     return np.fft.fft2(x)
   |                        ^ a is f64[n]

error[argument-mismatch]: `norm` is one of "backward", "ortho", "forward", not 'unitary'
  --> transforms.py:27:12
   |
27 |     return np.fft.fft(x, norm="unitary")
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[argument-mismatch]: in `fftn`: `fftn` with `s` needs the `axes` too
  --> transforms.py:32:24
   |
32 |     return np.fft.fftn(x, s=(4,))
   |                        ^ a is f64[n, n]
