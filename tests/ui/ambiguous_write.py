from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], on: bool):
    y = x * 2
    z = y
    if on:
        z = x * 3
    z[0] = 1.0  # error: [ambiguous-write]
    return y, z
# --- diagnostics ---
error[ambiguous-write]: `y` may share memory with what is written to here, and is read later
  --> ambiguous_write.py:12:5
   |
12 |     z[0] = 1.0
   |     ^^^^
help: let `y` be a copy
