import dslc
import numpy as np
from dslc import Scalar, Tensor, dims, f64, graph

n = dims("n")


@graph
def products(x: Tensor[f64, n]) -> Scalar[f64]:
    y = np.cumprod(x)  # error: [no-gradient]
    return np.sum(y)


@graph
def slope(x: Tensor[f64, n]) -> Tensor[f64, n]:
    return dslc.grad(products)(x)
# --- diagnostics ---
error[no-gradient]: `cumprod` has no gradient: its rule would divide by elements that may be 0
  --> no_gradient.py:10:1
   |
10 |     y = np.cumprod(x)
   |     ^^^^^^^^^^^^^^^^^
help: compute it outside, or say with `dslc.stop_gradient(...)` that it is constant
