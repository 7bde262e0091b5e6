# construct: a nested function
# nodes: FunctionDef arguments arg
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    def double(v):  # error: [unsupported-construct]
        return 2 * v + x

    return double(x)
# --- diagnostics ---
error[unsupported-construct]: a nested function is not part of the language
 --> nested_function_run.py:8:5
  |
8 |     def double(v):
  |     ^^^^^^^^^^^^^^
help: move it to the module's top level
