from dslc import Tensor, dims, f32, graph

n = dims("n")


def helper(x):
    return helper(x + 1)  # error: [recursive-call]


@graph
def f(x: Tensor[f32, n]):
    return helper(x)
# --- diagnostics ---
error[recursive-call]: `helper` calls itself
 --> recursive_call.py:7:12
  |
7 |     return helper(x + 1)
  |            ^^^^^^^^^^^^^
help: write a loop, or make it a `@graph` function with a `Static` parameter that ends the recursion
