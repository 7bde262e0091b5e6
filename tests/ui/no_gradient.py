import dslc
import numpy as np
from dslc import Scalar, Tensor, dims, f64, graph

n = dims("n")


@graph
def products(x: Tensor[f64, n]) -> Scalar[f64]:
    y = np.nextafter(x, 0.0)  # error: [no-gradient]
    return np.sum(y)


@graph
def slope(x: Tensor[f64, n]) -> Tensor[f64, n]:
    return dslc.grad(products)(x)
# --- diagnostics ---
error[no-gradient]: `nextafter` has no gradient: it is no smooth function
  --> no_gradient.py:10:1
   |
10 |     y = np.nextafter(x, 0.0)
   |     ^^^^^^^^^^^^^^^^^^^^^^^^
help: compute it outside, or say with `dslc.stop_gradient(...)` that it is constant
