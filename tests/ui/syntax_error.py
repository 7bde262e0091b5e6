from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x +  # error: [syntax-error]
# --- diagnostics ---
error[syntax-error]: invalid syntax
 --> syntax_error.py:8:15
  |
8 |     return x +
  |               ^
