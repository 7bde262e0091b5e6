import numpy as np

import dslc
from dslc import Tensor, f64, graph

n = dslc.dims("n")


@graph
def shifted(x: Tensor[f64, n]):
    y = np.ones(n) + x  # error: [dim-as-number]
    return y * n  # error: [dim-as-number]
# --- diagnostics ---
error[dim-as-number]: `n` is a dim, which stands for a size in annotations only
  --> dim_as_number.py:11:17
   |
11 |     y = np.ones(n) + x
   |                 ^
help: write `x.shape[0]`

error[dim-as-number]: `n` is a dim, which stands for a size in annotations only
  --> dim_as_number.py:12:16
   |
12 |     return y * n
   |                ^
help: write `x.shape[0]`
# --- fixed ---
import numpy as np

import dslc
from dslc import Tensor, f64, graph

n = dslc.dims("n")


@graph
def shifted(x: Tensor[f64, n]):
    y = np.ones(x.shape[0]) + x
    return y * x.shape[0]
