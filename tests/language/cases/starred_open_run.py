# construct: `*` of a list of any length
# nodes: Starred
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def total(first, *others):
    for other in others:
        first = first + other
    return first


@graph
def f(xs: list[Tensor[f32, n]]):
    return total(*xs)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `*` of a list, whose length is not known here, is not part of the language
  --> starred_open_run.py:14:18
   |
14 |     return total(*xs)
   |                  ^^^
help: write the arguments, or pass the whole as one
