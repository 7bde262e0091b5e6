import numpy as np

from dslc import Tensor, bf16, dims, f32, graph, i64

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], k: Tensor[i64, n], b: Tensor[bf16, n]):
    np.var(x, dtype=np.int64)  # error: [dtype-mismatch]
    np.var(x, correction=1)  # error: [argument-mismatch]
    np.std(b)  # error: [dtype-mismatch]
    np.median(np.sum(x))  # error: [rank-mismatch]
    np.average(x, weights=k)  # error: [argument-mismatch]
    np.average(x, axis=(1, 0), weights=x[:2, 0])  # error: [shape-mismatch]
    np.count_nonzero(x)  # error: [argument-mismatch]
    np.diff(x, n=0)  # error: [argument-mismatch]
    np.ptp(x > 0)  # error: [dtype-mismatch]
    np.sum(x, where=None)  # error: [argument-mismatch]
    return np.nanmax(3.0 * x[0, 0])  # error: [rank-mismatch]
# --- diagnostics ---
error[dtype-mismatch]: the dtype of `var` is f16, f32 or f64
  --> statistics.py:10:5
   |
10 |     np.var(x, dtype=np.int64)
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^

error[argument-mismatch]: `var` has no `correction`
  --> statistics.py:11:5
   |
11 |     np.var(x, correction=1)
   |     ^^^^^^^^^^^^^^^^^^^^^^^
help: it takes `x`, `axis`, `dtype`, `ddof`, `keepdims`

error[dtype-mismatch]: `std` is not defined for bf16
  --> statistics.py:12:12
   |
12 |     np.std(b)
   |            ^ this is bf16[n]
help: cast to f32

error[rank-mismatch]: `median` needs an array with axes
  --> statistics.py:13:15
   |
13 |     np.median(np.sum(x))
   |               ^^^^^^^^^ this is f32

error[argument-mismatch]: weights of another shape need an `axis`
  --> statistics.py:14:5
   |
14 |     np.average(x, weights=k)
   |     ^^^^^^^^^^^^^^^^^^^^^^^^

error[shape-mismatch]: the weights have neither this shape nor that of the axes
  --> statistics.py:15:5
   |
15 |     np.average(x, axis=(1, 0), weights=x[:2, 0])
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this is f32[n, m]; the array of weights is f32[min(n, 2)]

error[argument-mismatch]: what `count_nonzero` gives without an axis depends on the version of NumPy
  --> statistics.py:16:5
   |
16 |     np.count_nonzero(x)
   |     ^^^^^^^^^^^^^^^^^^^
help: write `np.sum(x != 0)`

error[argument-mismatch]: `n` of `diff` is at least 1
  --> statistics.py:17:5
   |
17 |     np.diff(x, n=0)
   |     ^^^^^^^^^^^^^^^

error[dtype-mismatch]: in `ptp`: `subtract` is not defined for these dtypes
  --> statistics.py:18:12
   |
18 |     np.ptp(x > 0)
   |            ^^^^^ x is bool_[n, m]

error[argument-mismatch]: NoneType is no value of a graph
  --> statistics.py:19:21
   |
19 |     np.sum(x, where=None)
   |                     ^^^^

error[rank-mismatch]: `nanmax` needs an array
  --> statistics.py:20:22
   |
20 |     return np.nanmax(3.0 * x[0, 0])
   |                      ^^^^^^^^^^^^^ this is f32
# --- fixed ---
import numpy as np

from dslc import Tensor, bf16, dims, f32, graph, i64

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], k: Tensor[i64, n], b: Tensor[bf16, n]):
    np.var(x, dtype=np.int64)
    np.var(x, correction=1)
    np.std(b)
    np.median(np.sum(x))
    np.average(x, weights=k)
    np.average(x, axis=(1, 0), weights=x[:2, 0])
    np.sum(x != 0)
    np.diff(x, n=0)
    np.ptp(x > 0)
    np.sum(x, where=None)
    return np.nanmax(3.0 * x[0, 0])
