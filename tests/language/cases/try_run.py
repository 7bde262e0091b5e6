# construct: `try`
# nodes: Try ExceptHandler
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], i: int):
    try:  # error: [unsupported-construct]
        x = x + x[i]
    except IndexError:
        x = x * 2
    return x
# --- diagnostics ---
error[unsupported-construct]: `try` is not part of the language
 --> try_run.py:8:5
  |
8 |     try:
  |     ^^^^
help: test the index before, as in `if -len(x) <= i < len(x):`, or let it stay Python with `breaks=True`
