from dslc import Tensor, dims, f32, graph

n = dims("n")


def helper(t):
    t[0] = 999  # error: [write-to-parameter]
    return t


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n]):
    x[0] = 1.0  # error: [write-to-parameter]
    y += 1.0  # error: [write-to-parameter]
    z = y.copy()
    return helper(z)
# --- diagnostics ---
error[write-to-parameter]: `t` is a parameter; writing to it would change the caller's array
 --> write_to_parameter.py:7:5
  |
7 |     t[0] = 999
  |     ^^^^
help: write to a copy: `t = t.copy()`, or annotate it InOut[...]

error[write-to-parameter]: `x` is a parameter; writing to it would change the caller's array
  --> write_to_parameter.py:13:5
   |
13 |     x[0] = 1.0
   |     ^^^^
help: write to a copy: `x = x.copy()`, or annotate it InOut[...]

error[write-to-parameter]: `y` is a parameter; writing to it would change the caller's array
  --> write_to_parameter.py:14:5
   |
14 |     y += 1.0
   |     ^
help: write to a copy: `y = y.copy()`, or annotate it InOut[...]
# --- fixed ---
from dslc import Tensor, dims, f32, graph

n = dims("n")


def helper(t):
    t[0] = 999
    return t


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n]):
    x = x.copy()
    y = y.copy()
    x[0] = 1.0
    y += 1.0
    z = y.copy()
    return helper(z)
