# construct: `:=`
# nodes: NamedExpr
# time: build
# status: refused
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    if (double := 2 * k) > 3:
        x = x * double  # error: [unbound-name]
    return x
# --- diagnostics ---
error[unbound-name]: the name `double` is not defined
  --> walrus_build.py:11:17
   |
11 |         x = x * double
   |                 ^^^^^^
