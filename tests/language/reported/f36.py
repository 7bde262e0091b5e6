# construct: two uses of one size are equal
# time: call
# status: refused
# reported: spcl/dace#2481
from dslc import dims

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


n, h, w = dims("n h w")


@graph
def f(x: Tensor[f32, n, h, w], pad: int):
    n, h, w = x.shape
    out = np.zeros((n, h + 2 * pad, w + 2 * pad))
    out[:, pad : pad + h, pad : pad + w] = x  # error: [unsupported-construct]
    return out
# --- diagnostics ---
error[unsupported-construct]: the size of a slice at h + pad depends on the sign of h + pad
  --> f36.py:17:5
   |
17 |     out[:, pad : pad + h, pad : pad + w] = x
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: where h + pad is never negative, write `max(h + pad, 0)`
