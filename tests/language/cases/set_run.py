# construct: a set
# nodes: Set
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):
    if x in {1.0, x}:  # error: [unsupported-construct]
        x = x * 2
    return x
# --- diagnostics ---
error[unsupported-construct]: a set is not part of the language
 --> set_run.py:6:13
  |
6 |     if x in {1.0, x}:
  |             ^^^^^^^^
