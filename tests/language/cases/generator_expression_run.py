# construct: a generator expression
# nodes: GeneratorExp comprehension
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    total = sum(x * i for i in range(3))  # error: [unsupported-construct]
    return total
# --- diagnostics ---
error[unsupported-construct]: a generator expression is not part of the language
 --> generator_expression_run.py:8:17
  |
8 |     total = sum(x * i for i in range(3))
  |                 ^^^^^^^^^^^^^^^^^^^^^^^
help: make a list of it, as in `[f(x) for x in xs]`, or use an array operation
