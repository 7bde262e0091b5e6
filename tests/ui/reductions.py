import numpy as np

from dslc import Tensor, bf16, dims, f32, graph, i64

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n], k: Tensor[i64, n], b: Tensor[bf16, n], t: Tensor[f32, m, 2]):
    np.max(x, where=x > 0)  # error: [argument-mismatch]
    np.sum(x, where=k)  # error: [dtype-mismatch]
    np.sum(x, where=t > 0)  # error: [shape-mismatch]
    np.sum(k, initial=0.5)  # error: [dtype-mismatch]
    np.sum(x, initial=x[0])  # error: [depends-on-run]
    np.max(k, initial=2**63)  # error: [integer-overflow]
    np.sort(b)  # error: [dtype-mismatch]
    np.sort(x, kind="fast")  # error: [argument-mismatch]
    np.searchsorted(t, x)  # error: [rank-mismatch]
    np.partition(x, 3)  # error: [unknown-function]
    np.unique(b)  # error: [dtype-mismatch]
    x.sort()  # error: [write-to-parameter]
    np.add.accumulate(t, axis=None)  # error: [argument-mismatch]
    return np.less.reduceat(x, [0])  # error: [unknown-function]
# --- diagnostics ---
error[argument-mismatch]: `max` of chosen elements needs `initial`
  --> reductions.py:10:5
   |
10 |     np.max(x, where=x > 0)
   |     ^^^^^^^^^^^^^^^^^^^^^^
help: say what it is where none is chosen, as in `initial=0`

error[dtype-mismatch]: `where` is an array of bools
  --> reductions.py:11:21
   |
11 |     np.sum(x, where=k)
   |                     ^ this is i64[n]
help: write a condition, as in `x > 0`

error[shape-mismatch]: `where` does not stretch to the shape of f32[n]
  --> reductions.py:12:21
   |
12 |     np.sum(x, where=t > 0)
   |                     ^^^^^ this is bool_[m, 2]

error[dtype-mismatch]: `initial` is 0.5, the result i64
  --> reductions.py:13:5
   |
13 |     np.sum(k, initial=0.5)
   |     ^^^^^^^^^^^^^^^^^^^^^^

error[depends-on-run]: `initial` must be known while the graph is built
  --> reductions.py:14:23
   |
14 |     np.sum(x, initial=x[0])
   |                       ^^^^ this is f32, known only when the graph runs
help: make it a `Static` parameter or write the initial out

error[integer-overflow]: 9223372036854775808 does not fit in i64
  --> reductions.py:15:5
   |
15 |     np.max(k, initial=2**63)
   |     ^^^^^^^^^^^^^^^^^^^^^^^^

error[dtype-mismatch]: `sort` is not defined for bf16
  --> reductions.py:16:13
   |
16 |     np.sort(b)
   |             ^ this is bf16[n]
help: cast to f32

error[argument-mismatch]: `kind` is one of 'quicksort', 'mergesort', 'heapsort', 'stable'
  --> reductions.py:17:5
   |
17 |     np.sort(x, kind="fast")
   |     ^^^^^^^^^^^^^^^^^^^^^^^

error[rank-mismatch]: `searchsorted` needs an array of one axis
  --> reductions.py:18:21
   |
18 |     np.searchsorted(t, x)
   |                     ^ this is f32[m, 2]

error[unknown-function]: `np.partition` is not part of the language
  --> reductions.py:19:5
   |
19 |     np.partition(x, 3)
   |     ^^^^^^^^^^^^
help: which elements stand beside those places depends on the machine: write `np.sort`, which has the k-th one in its place too

error[dtype-mismatch]: in `unique`: `argsort` is not defined for bf16
  --> reductions.py:20:15
   |
20 |     np.unique(b)
   |               ^ ar is bf16[n]
help: cast to f32

error[write-to-parameter]: `x` is a parameter; writing to it would change the caller's array
  --> reductions.py:21:5
   |
21 |     x.sort()
   |     ^
help: write to a copy: `x = x.copy()`, or annotate it InOut[...]

error[argument-mismatch]: an axis is an integer known while building
  --> reductions.py:22:5
   |
22 |     np.add.accumulate(t, axis=None)
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[unknown-function]: `np.less.reduceat` is not part of the language
  --> reductions.py:23:12
   |
23 |     return np.less.reduceat(x, [0])
   |            ^^^^^^^^^^^^^^^^
help: write a loop that calls `np.less`
# --- fixed ---
import numpy as np

from dslc import Tensor, bf16, dims, f32, graph, i64

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n], k: Tensor[i64, n], b: Tensor[bf16, n], t: Tensor[f32, m, 2]):
    x = x.copy()
    np.max(x, where=x > 0)
    np.sum(x, where=k)
    np.sum(x, where=t > 0)
    np.sum(k, initial=0.5)
    np.sum(x, initial=x[0])
    np.max(k, initial=2**63)
    np.sort(b)
    np.sort(x, kind="fast")
    np.searchsorted(t, x)
    np.partition(x, 3)
    np.unique(b)
    x.sort()
    np.add.accumulate(t, axis=None)
    return np.less.reduceat(x, [0])
