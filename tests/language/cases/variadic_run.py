# construct: `*args`, `**kwargs` of a plain function
# nodes: arguments arg
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def total(*parts):
    return parts[0] + parts[1]


@graph
def f(x: Tensor[f32, n]):
    return total(x, x)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: the parameter `parts` of `total` in this form is not part of the language
  --> variadic_run.py:12:12
   |
12 |     return total(x, x)
   |            ^^^^^^^^^^^
