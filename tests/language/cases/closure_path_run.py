# construct: which function, as the run decides
# nodes: Lambda If
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], c: bool):
    step = lambda v: v + 1
    if c:  # error: [branch-mismatch]
        step = lambda v: v * 2
    return step(x)
# --- diagnostics ---
error[branch-mismatch]: which function `step` is depends on the path taken
 --> closure_path_run.py:9:5
  |
9 |     if c:
  |     ^^^^^
help: call each function in its branch
