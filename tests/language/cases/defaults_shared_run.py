# construct: a default value that all calls share
# nodes: arguments arg
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def noted(x, seen=[]):
    return x + len(seen)


@graph
def f(x: Tensor[f32, n]):
    return noted(x)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: the default of `seen` of `noted`, shared by all its calls, is not part of the language
  --> defaults_shared_run.py:12:12
   |
12 |     return noted(x)
   |            ^^^^^^^^
help: let the default be None or a tuple
