# construct: functions of `math`
# nodes: Call
# time: run
# status: refused
import math

from dslc import graph


@graph
def f(x: float):
    return math.sqrt(x)  # error: [unknown-function]
# --- diagnostics ---
error[unknown-function]: `math.sqrt` is not part of the language
 --> math_run.py:8:12
  |
8 |     return math.sqrt(x)
  |            ^^^^^^^^^
help: use the NumPy functions that `dslc explain ops` lists, `@graph` functions, or plain Python functions made of them
