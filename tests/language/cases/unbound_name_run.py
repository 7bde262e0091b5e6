# construct: a name that some path leaves unbound
# nodes: Name
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):
    if x > 0:
        y = x
    return y  # error: [unbound-name]
# --- diagnostics ---
error[unbound-name]: `y` is not bound on every path to this line
 --> unbound_name_run.py:8:12
  |
8 |     return y
  |            ^ bound in one branch only
help: bind `y` before, or on every path
