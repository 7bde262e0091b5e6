# construct: `yield from`
# nodes: YieldFrom
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):  # error: [unsupported-construct]
    yield from (x, x)
# --- diagnostics ---
error[unsupported-construct]: `yield` is not part of the language
 --> yield_from_run.py:5:1
  |
5 | def f(x: float):
  | ^^^^^^^^^^^^^^^^
help: return an array of all values
