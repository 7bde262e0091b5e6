# construct: a plain function with `yield` that prints between other steps
# nodes: Yield
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def shown(v):
    print("first")
    yield v
    print("second")
    yield v * 2


@graph
def f(x: Tensor[f32, n]):
    for y in shown(x):  # error: [unsupported-construct]
        print("step")
        x = x + y
    return x
# --- diagnostics ---
error[unsupported-construct]: a generator that may raise, print or write between other steps, is not part of the language
  --> generator_interleaved_run.py:15:14
   |
15 |     for y in shown(x):
   |              ^^^^^^^^
help: write `list(...)` around the call, or let it be a function that returns a list
