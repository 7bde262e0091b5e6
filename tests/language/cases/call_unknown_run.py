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
help: use the NumPy functions that `dslc explain ops` lists, `@graph` functions, or plain Python functions made of them
