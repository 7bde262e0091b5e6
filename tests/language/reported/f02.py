# construct: a name bound on one path only
# time: run
# status: refused
# reported: numba/numba#9657, #7327, #2063
import numpy as np

from dslc import graph


@graph
def f(flag: bool):
    if flag:
        y = np.full((2,), 2.0)
    return y  # error: [unbound-name]
# --- diagnostics ---
error[unbound-name]: `y` is not bound on every path to this line
  --> f02.py:10:12
   |
10 |     return y
   |            ^ bound in one branch only
help: bind `y` before, or on every path
