# construct: `**` in a call
# nodes: keyword Call
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def scaled(x, by):
    return x * by


@graph
def f(x: Tensor[f32, n]):
    return scaled(x, **{"by": 2})  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `**` in a call is not part of the language
  --> double_star_run.py:12:24
   |
12 |     return scaled(x, **{"by": 2})
   |                        ^^^^^^^^^
