# construct: `sum` of more than two Python floats
# nodes: Call
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float, y: float, k: int):
    return sum((x, y, k))  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `sum` of Python floats is not part of the language
 --> sum_floats_run.py:6:16
  |
6 |     return sum((x, y, k))
  |                ^^^^^^^^^
help: Python 3.12 and later round it otherwise than 3.11: add them in a loop, or use `np.sum`
