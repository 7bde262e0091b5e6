from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], on: bool):  # error: [branch-mismatch]
    if on:
        return x
# --- diagnostics ---
error[branch-mismatch]: `f` returns a value on some paths and nothing on others
 --> returns_on_some_paths.py:7:1
  |
7 | def f(x: Tensor[f32, n], on: bool):
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: end the function with a `return`
