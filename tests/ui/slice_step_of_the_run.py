from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], step: int):
    return x[::step]  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: the step of a slice is known when the graph is built
 --> slice_step_of_the_run.py:8:12
  |
8 |     return x[::step]
  |            ^^^^^^^^^
help: make it a number or a `Static[int]` parameter
