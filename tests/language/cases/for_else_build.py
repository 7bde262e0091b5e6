# construct: `for` with `else`
# nodes: For
# time: build
# status: refused
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], stop: Static[float] = 0.0):
    for rate in (0.5, 0.25):
        if rate == stop:
            break
        x = x * rate
    else:
        x = x + 1  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: `else` of a loop is not part of the language
  --> for_else_build.py:15:9
   |
15 |         x = x + 1
   |         ^^^^^^^^^
help: test after the loop
