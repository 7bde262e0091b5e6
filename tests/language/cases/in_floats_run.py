# construct: `in` of floats that may be NaN
# nodes: Compare In
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float, y: float):
    return x in (y, 1.0), (x, 1) == (y, 1)  # error: [unsupported-construct] [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `in` of floats in a tuple or list is not part of the language
 --> in_floats_run.py:6:12
  |
6 |     return x in (y, 1.0), (x, 1) == (y, 1)
  |            ^^^^^^^^^^^^^
help: compare them one by one: in a tuple Python takes a NaN for equal to itself

error[unsupported-construct]: `==` of floats in a tuple or list is not part of the language
 --> in_floats_run.py:6:27
  |
6 |     return x in (y, 1.0), (x, 1) == (y, 1)
  |                           ^^^^^^^^^^^^^^^^
help: compare them one by one: in a tuple Python takes a NaN for equal to itself
