# construct: a comprehension that prints, draws or changes something
# nodes: ListComp comprehension
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    ks = [print(k) for k in range(3)]  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: `print` in an expression is not part of the language
 --> comprehension_effect_build.py:8:10
  |
8 |     ks = [print(k) for k in range(3)]
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: let `print` be a statement of its own
