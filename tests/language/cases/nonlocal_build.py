# construct: `nonlocal` of a name that is bound
# nodes: Nonlocal
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = 1

    def step():  # error: [unsupported-construct]
        nonlocal k
        k = 2

    step()
    return x * k
# --- diagnostics ---
error[unsupported-construct]: a function that binds `k` of the function around it is not part of the language
  --> nonlocal_build.py:10:5
   |
10 |     def step():
   |     ^^^^^^^^^^^
help: let it return the new `k`
