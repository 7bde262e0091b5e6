# construct: `:=` that a chain of comparisons may not come to
# nodes: NamedExpr
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    y = 1 < k < (v := k)  # error: [unsupported-construct]
    return y
# --- diagnostics ---
error[unsupported-construct]: a walrus assignment is not part of the language
 --> walrus_operand_run.py:8:18
  |
8 |     y = 1 < k < (v := k)
  |                  ^^^^^^
help: assign in a statement of its own
