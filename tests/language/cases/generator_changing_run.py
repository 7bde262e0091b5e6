# construct: a `yield` of an array that is changed after it
# nodes: Yield
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def steps(v):
    buffer = v * 1
    yield buffer
    buffer[0] = 9
    yield buffer


@graph
def f(x: Tensor[f32, n]):
    for step in steps(x):  # error: [unsupported-construct]
        x = x + step
    return x
# --- diagnostics ---
error[unsupported-construct]: a generator that changes what it has given is not part of the language
  --> generator_changing_run.py:15:17
   |
15 |     for step in steps(x):
   |                 ^^^^^^^^
help: write `list(...)` around the call, or let it be a function that returns a list
