# construct: a name for an iterator
# nodes: GeneratorExp Assign
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    squares = (k * k for k in range(3))  # error: [unsupported-construct]
    for i in range(2):
        x = x + sum(squares)
    return x
# --- diagnostics ---
error[unsupported-construct]: a name for an iterator is not part of the language
 --> iterator_name_build.py:8:16
  |
8 |     squares = (k * k for k in range(3))
  |                ^^^^^^^^^^^^^^^^^^^^^^^
help: make a list of it, as in `pairs = list(zip(a, b))`, or loop over it
