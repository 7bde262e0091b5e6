# construct: a name bound on one path only, which building decides
# time: build
# status: refused
# reported: numba/numba#9657, #7327, #2063
import numpy as np

from dslc import Static, graph


@graph
def f(flag: Static[bool] = True):
    if flag:
        y = np.full((2,), 2.0)
    return y  # error: [unbound-name]
# --- diagnostics ---
error[unbound-name]: `y` is not bound on every path to this line
  --> f02_static.py:10:12
   |
10 |     return y
   |            ^ bound in one branch only
help: bind `y` before, or on every path
