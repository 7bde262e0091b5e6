# construct: a set comprehension
# nodes: SetComp comprehension
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):
    return len({x * i for i in range(3)})  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: a set comprehension is not part of the language
 --> set_comprehension_run.py:6:16
  |
6 |     return len({x * i for i in range(3)})
  |                ^^^^^^^^^^^^^^^^^^^^^^^^^
help: make a list, or a dict
