# construct: a decorator that keeps what changes
# nodes: FunctionDef Call
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def counted(function):
    calls = 0

    def wrapper(v):
        nonlocal calls
        calls += 1
        return function(v) * calls

    return wrapper


@counted
def step(v):
    return v + 1


@graph
def f(x: Tensor[f32, n]):
    return step(x)  # error: [unknown-function]
# --- diagnostics ---
error[unknown-function]: `step` closes over `calls`, which is no number, text or function that it has for good
  --> decorator_counting_run.py:24:12
   |
24 |     return step(x)
   |            ^^^^
help: pass it as an argument
