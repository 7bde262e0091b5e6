import numpy as np

from dslc import Tensor, bool_, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n], mask: Tensor[bool_, n]):
    a = np.sum(x=x)  # error: [argument-mismatch]
    b = np.maximum(x=x, y=y)  # error: [argument-mismatch]
    c = np.where(mask, x=x, y=y)  # error: [argument-mismatch]
    d = np.concatenate(arrays=(x, y))  # error: [argument-mismatch]
    e = np.add.reduce(x=x)  # error: [argument-mismatch]
    g = np.astype(x, dtype=np.float64)  # error: [argument-mismatch]
    h = np.reshape(x, (-1, 1), order="F")  # error: [argument-mismatch]
    return a, b, c, d, e, g, h
# --- diagnostics ---
error[argument-mismatch]: `np.sum` has no `x`
  --> numpy_keywords.py:10:9
   |
10 |     a = np.sum(x=x)
   |         ^^^^^^^^^^^
help: it takes `a`, `axis`, `dtype`, `keepdims`, `initial`, `where`

error[argument-mismatch]: `np.maximum` takes `x` by its place alone
  --> numpy_keywords.py:11:9
   |
11 |     b = np.maximum(x=x, y=y)
   |         ^^^^^^^^^^^^^^^^^^^^
help: write it without `x=`

error[argument-mismatch]: `np.where` takes `x` by its place alone
  --> numpy_keywords.py:12:9
   |
12 |     c = np.where(mask, x=x, y=y)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^
help: write it without `x=`

error[argument-mismatch]: `np.concatenate` takes `arrays` by its place alone
  --> numpy_keywords.py:13:9
   |
13 |     d = np.concatenate(arrays=(x, y))
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write it without `arrays=`

error[argument-mismatch]: `np.add.reduce` takes `x` by its place alone
  --> numpy_keywords.py:14:9
   |
14 |     e = np.add.reduce(x=x)
   |         ^^^^^^^^^^^^^^^^^^
help: write it without `x=`

error[argument-mismatch]: `np.astype` takes `dtype` by its place alone
  --> numpy_keywords.py:15:9
   |
15 |     g = np.astype(x, dtype=np.float64)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write it without `dtype=`

error[argument-mismatch]: `reshape` has no `order` here
  --> numpy_keywords.py:16:9
   |
16 |     h = np.reshape(x, (-1, 1), order="F")
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: it takes `x`, `shape`
# --- fixed ---
import numpy as np

from dslc import Tensor, bool_, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n], mask: Tensor[bool_, n]):
    a = np.sum(a=x)
    b = np.maximum(x, y)
    c = np.where(mask, x, y)
    d = np.concatenate((x, y))
    e = np.add.reduce(x)
    g = np.astype(x, np.float64)
    h = np.reshape(x, (-1, 1), order="F")
    return a, b, c, d, e, g, h
