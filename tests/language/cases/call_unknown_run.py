# construct: a call of what the language does not know
# nodes: Call
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):
    return hash(x)  # error: [unknown-function]
# --- diagnostics ---
error[unknown-function]: `hash` is not part of the language
 --> call_unknown_run.py:6:12
  |
6 |     return hash(x)
  |            ^^^^
help: compare the values
