# construct: `for` over a set
# nodes: For Set
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    for name in {"a", "b"}:  # error: [unsupported-construct]
        x = x * 2
    return x
# --- diagnostics ---
error[unsupported-construct]: a loop over a set is not part of the language
 --> for_set_build.py:8:17
  |
8 |     for name in {"a", "b"}:
  |                 ^^^^^^^^^^
help: its order is no one's to know: loop over `sorted(...)` of it
