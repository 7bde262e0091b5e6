# construct: a lambda in a comprehension that reads its names
# nodes: Lambda ListComp
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = 10
    scaled = [lambda v: v * k for k in range(3)]
    return scaled[0](x) * k  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: calling a function that depends on a build-time parameter is not part of the language
  --> lambda_in_comprehension_build.py:10:12
   |
10 |     return scaled[0](x) * k
   |            ^^^^^^^^^^^^
help: call each function in its branch, or choose from functions of the module
