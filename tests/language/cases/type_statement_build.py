# construct: a `type` statement
# nodes: TypeAlias
# time: build
# status: refused
# since: 3.12
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    type Pair = tuple[int, int]  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: a `type` statement is not part of the language
 --> type_statement_build.py:8:5
  |
8 |     type Pair = tuple[int, int]
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
