# construct: `yield`
# nodes: Yield
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):  # error: [unsupported-construct]
    yield x
# --- diagnostics ---
error[unsupported-construct]: `yield` is not part of the language
 --> yield_run.py:5:1
  |
5 | def f(x: float):
  | ^^^^^^^^^^^^^^^^
help: return an array of all values
