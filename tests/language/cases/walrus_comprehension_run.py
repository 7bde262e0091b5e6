# construct: `:=` in a comprehension
# nodes: NamedExpr
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    rows = [(v := x * i) + v for i in range(3)]  # error: [unsupported-construct]
    return rows[0]
# --- diagnostics ---
error[unsupported-construct]: a walrus assignment in a comprehension is not part of the language
 --> walrus_comprehension_run.py:8:12
  |
8 |     rows = [(v := x * i) + v for i in range(3)]
  |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write a `for` loop
