from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], limit: int, on: bool):
    """A docstring."""
    # How often it was doubled.
    count = 0
    while count < limit:
        x[0] = 2.0  # error: [write-to-parameter]
        count = count + 1
    if on:  # error: [branch-mismatch]
        count = count / 2
    return np.sum(x), count  # error: [unbound-name]
# --- diagnostics ---
error[write-to-parameter]: `x` is a parameter; writing to it would change the caller's array
  --> edits_of_statements.py:12:9
   |
12 |         x[0] = 2.0
   |         ^^^^
help: write to a copy: `x = x.copy()`, or annotate it InOut[...]

error[branch-mismatch]: `count` has different types on different paths: int and float have no common exact type
  --> edits_of_statements.py:14:5
   |
14 |     if on:
   |     ^^^^^^
note: `count` is float here
  --> edits_of_statements.py:15:17
   |
15 |         count = count / 2
   |                 ^^^^^^^^^
help: give `count` one type: cast it, or start it with its final type

error[unbound-name]: the name `np` is not defined
  --> edits_of_statements.py:16:12
   |
16 |     return np.sum(x), count
   |            ^^
help: write `import numpy as np` at the top
# --- fixed ---
import numpy as np
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], limit: int, on: bool):
    """A docstring."""
    x = x.copy()
    # How often it was doubled.
    count = 0.0
    while count < limit:
        x[0] = 2.0
        count = count + 1
    if on:
        count = count / 2
    return np.sum(x), count
