# construct: a dict comprehension
# nodes: DictComp comprehension
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    powers = {i: x * i for i in range(3)}  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: a dict comprehension is not part of the language
 --> dict_comprehension_run.py:8:14
  |
8 |     powers = {i: x * i for i in range(3)}
  |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
