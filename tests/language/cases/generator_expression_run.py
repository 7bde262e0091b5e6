# construct: a generator expression with a name
# nodes: GeneratorExp comprehension
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    items = (x * i for i in range(3))  # error: [unsupported-construct]
    return sum(items)
# --- diagnostics ---
error[unsupported-construct]: a generator expression is not part of the language
 --> generator_expression_run.py:8:14
  |
8 |     items = (x * i for i in range(3))
  |              ^^^^^^^^^^^^^^^^^^^^^^^
help: make a list of it, as in `[f(x) for x in xs]`, or use an array operation
