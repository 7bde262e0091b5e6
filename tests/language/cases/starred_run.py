# construct: `*` unpacking
# nodes: Starred
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def scaled(x, by):
    return x * by


@graph
def f(x: Tensor[f32, n]):
    pair = (x, 2)
    return scaled(*pair)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `*` unpacking is not part of the language
  --> starred_run.py:13:19
   |
13 |     return scaled(*pair)
   |                   ^^^^^
