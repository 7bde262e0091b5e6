import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def helper(a, b):
    return a + b


@graph
def callee(x: Tensor[f32, n]):
    return x


@graph
def f(x: Tensor[f32, n]):
    y = helper(x)  # error: [argument-mismatch]
    z = callee(x, x)  # error: [argument-mismatch]
    w = np.sum(x, over=0)  # error: [argument-mismatch]
    a, b = x, x, x  # error: [argument-mismatch]
    return y, z, w, a, b
# --- diagnostics ---
error[argument-mismatch]: `helper`: missing a required argument: 'b'
  --> argument_mismatch.py:19:9
   |
19 |     y = helper(x)
   |         ^^^^^^^^^

error[argument-mismatch]: `callee`: too many positional arguments
  --> argument_mismatch.py:20:9
   |
20 |     z = callee(x, x)
   |         ^^^^^^^^^^^^

error[argument-mismatch]: `sum` has no `over`
  --> argument_mismatch.py:21:9
   |
21 |     w = np.sum(x, over=0)
   |         ^^^^^^^^^^^^^^^^^
help: it takes `x`, `axis`, `dtype`, `keepdims`, `initial`, `where`

error[argument-mismatch]: 3 values for 2 names
  --> argument_mismatch.py:22:12
   |
22 |     a, b = x, x, x
   |            ^^^^^^^
