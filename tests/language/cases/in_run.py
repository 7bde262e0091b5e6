# construct: `in`, `not in`
# nodes: Compare In NotIn
# time: run
# status: refused
from dslc import graph


@graph
def f(k: int):
    if k in (1, 2) or k not in (3, 4):  # error: [unsupported-construct] [unsupported-construct]
        k = k + 1
    return k
# --- diagnostics ---
error[unsupported-construct]: `in` on run-time values is not part of the language
 --> in_run.py:6:8
  |
6 |     if k in (1, 2) or k not in (3, 4):
  |        ^^^^^^^^^^^

error[unsupported-construct]: `not in` on run-time values is not part of the language
 --> in_run.py:6:23
  |
6 |     if k in (1, 2) or k not in (3, 4):
  |                       ^^^^^^^^^^^^^^^
