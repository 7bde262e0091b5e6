from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x


LIMIT = 1 / 0  # error: [module-failed]
# --- diagnostics ---
error[module-failed]: the module's top level raises
  --> module_failed.py:11:1
   |
11 | LIMIT = 1 / 0
   | ^^^^^^^^^^^^^ ZeroDivisionError: division by zero
help: building executes the module: make it import cleanly
