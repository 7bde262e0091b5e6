# construct: `sum`, `any`, `all`
# nodes: Call
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float, y: float):
    return sum((x, y))  # error: [unknown-function]
# --- diagnostics ---
error[unknown-function]: `sum` is not part of the language
 --> sum_run.py:6:12
  |
6 |     return sum((x, y))
  |            ^^^
help: write `np.sum`
