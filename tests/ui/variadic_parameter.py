from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(*x: Tensor[f32, n]):  # error: [variadic-parameter]
    return x
# --- diagnostics ---
error[variadic-parameter]: parameter `x` of `f` takes any number of arguments
 --> variadic_parameter.py:7:8
  |
7 | def f(*x: Tensor[f32, n]):
  |        ^^^^^^^^^^^^^^^^^
help: name each parameter
