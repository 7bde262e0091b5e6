# construct: binding a variable that a `yield` reads
# nodes: Yield
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = 2

    def scaled():
        yield x * k
        yield x + k

    y = x
    for part in scaled():  # error: [unsupported-construct]
        y = y + part
        k = k + 1
    return y
# --- diagnostics ---
error[unsupported-construct]: binding what a generator reads later is not part of the language
  --> generator_variable_run.py:15:17
   |
15 |     for part in scaled():
   |                 ^^^^^^^^
help: write `list(...)` around the call, or let it be a function that returns a list
