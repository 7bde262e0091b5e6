# construct: a nested function
# nodes: FunctionDef arguments arg
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    def double(k):  # error: [unsupported-construct]
        return 2 * k

    return x * double(3)
# --- diagnostics ---
error[unsupported-construct]: a nested function is not part of the language
 --> nested_function_build.py:8:5
  |
8 |     def double(k):
  |     ^^^^^^^^^^^^^^
help: move it to the module's top level
