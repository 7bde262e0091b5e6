# construct: `:=` that may not be evaluated
# nodes: NamedExpr
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    y = k > 1 and (v := k) > 2  # error: [unsupported-construct]
    return y
# --- diagnostics ---
error[unsupported-construct]: a walrus assignment is not part of the language
 --> walrus_operand_run.py:8:20
  |
8 |     y = k > 1 and (v := k) > 2
  |                    ^^^^^^
help: assign in a statement of its own
