# construct: `while` with `else`
# nodes: While
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):
    while x < 10:
        x = x * 2
        if x == 8:
            break
    else:
        x = -x  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: `else` of a loop is not part of the language
  --> while_else_run.py:11:9
   |
11 |         x = -x
   |         ^^^^^^
help: test after the loop
