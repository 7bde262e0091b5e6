from dslc import Tensor, dims, f32, graph

n = dims("n")


def helper(x):
    return helper(x + 1)  # error: [recursive-call]


@graph
def f(x: Tensor[f32, n]):
    return helper(x)
# --- diagnostics ---
error[recursive-call]: `helper` calls itself, and nothing known while building ends that
 --> recursive_call.py:7:12
  |
7 |     return helper(x + 1)
  |            ^^^^^^^^^^^^^
help: write a loop, or let a `Static` number, the length of a list or a rank end it
