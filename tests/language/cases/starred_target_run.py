# construct: `*` in a target
# nodes: Starred Assign
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):
    first, *others = x, x, x  # error: [unsupported-construct]
    return first
# --- diagnostics ---
error[unsupported-construct]: `*` unpacking is not part of the language
 --> starred_target_run.py:6:5
  |
6 |     first, *others = x, x, x
  |     ^^^^^^^^^^^^^^
