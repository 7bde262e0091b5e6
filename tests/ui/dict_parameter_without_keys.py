from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(params: dict[str, Tensor[f32, n]]):  # error: [argument-mismatch]
    return params["w"]


@graph(check=[dict(params=[None])])
def g(params: dict[str, Tensor[f32, n]]):  # error: [argument-mismatch]
    return params["w"]
# --- diagnostics ---
error[argument-mismatch]: `params` of `f` is known only while building
 --> dict_parameter_without_keys.py:7:1
  |
7 | def f(params: dict[str, Tensor[f32, n]]):
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: give it a default, or a value to check it with: `@graph(check=[dict(...)])`

error[argument-mismatch]: `params` of `g` is declared dict[str, Tensor[f32, n]], the argument is a list
  --> dict_parameter_without_keys.py:12:1
   |
12 | def g(params: dict[str, Tensor[f32, n]]):
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: give it a default, or a value to check it with: `@graph(check=[dict(...)])`
