import numpy as np

from dslc import graph


@graph
def f(flag: bool):
    if flag:
        y = np.full((2,), 2.0)
    return y  # error: [unbound-name]
# --- diagnostics ---
error[unbound-name]: `y` is not bound on every path to this line
  --> unbound_on_one_path.py:10:12
   |
10 |     return y
   |            ^ bound in one branch only
help: bind `y` before, or on every path
