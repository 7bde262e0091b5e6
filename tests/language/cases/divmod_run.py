# construct: `divmod`
# nodes: Call
# time: run
# status: refused
from dslc import graph


@graph
def f(x: int, y: int):
    return divmod(x, y)  # error: [unknown-function]
# --- diagnostics ---
error[unknown-function]: `divmod` is not part of the language
 --> divmod_run.py:6:12
  |
6 |     return divmod(x, y)
  |            ^^^^^^
help: use the NumPy functions that `dslc explain ops` lists, `@graph` functions, or plain Python functions made of them
