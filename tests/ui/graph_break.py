import time

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph(breaks=True)
def slow(x: Tensor[f32, n]) -> Tensor[f32, n]:
    y = np.exp(x)
    time.sleep(0.1)
    return y * y


@graph
def caller(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return slow(x)  # error: [graph-break]


@graph(breaks=True)
def wrong(x: Tensor[f32, n]) -> Tensor[f32, n]:
    time.sleep(0.1)
    return x[0, 1]  # error: [rank-mismatch]


@graph(breaks=True, specialize={n: (8, 16)})
def versions(x: Tensor[f32, n]) -> Tensor[f32, n]:  # error: [specialize-invalid]
    time.sleep(0.1)
    return np.exp(x)
# --- diagnostics ---
error[graph-break]: `slow` may run Python between its graphs, so no graph can call it
  --> graph_break.py:19:12
   |
19 |     return slow(x)
   |            ^^^^
help: let the caller have breaks too, or leave `breaks=True` out of `slow`

error[rank-mismatch]: an array of rank 1 has no 2 axes to index
  --> graph_break.py:25:12
   |
25 |     return x[0, 1]
   |            ^ this is f32[n]

error[specialize-invalid]: versions for some sizes are of one graph, and this function has breaks
  --> graph_break.py:29:1
   |
29 | def versions(x: Tensor[f32, n]) -> Tensor[f32, n]:
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: leave `specialize` out, or `breaks=True`
