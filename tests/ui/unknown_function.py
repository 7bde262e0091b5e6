import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = np.less.reduceat(x, [0])  # error: [unknown-function]
    open(x)  # error: [unknown-function]
    return sorted(x)  # error: [unknown-function]
# --- diagnostics ---
error[unknown-function]: `np.less.reduceat` is not part of the language
  --> unknown_function.py:10:9
   |
10 |     y = np.less.reduceat(x, [0])
   |         ^^^^^^^^^^^^^^^^
help: write a loop that calls `np.less`

error[unknown-function]: `open` may give another value at each call, a graph would keep the first
  --> unknown_function.py:11:5
   |
11 |     open(x)
   |     ^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unknown-function]: `sorted` is not part of the language
  --> unknown_function.py:12:12
   |
12 |     return sorted(x)
   |            ^^^^^^
help: use `np.sort`
