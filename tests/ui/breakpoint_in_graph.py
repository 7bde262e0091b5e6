from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    breakpoint()  # error: [unsupported-construct]
    y = x + 1
    return y
# --- diagnostics ---
error[unsupported-construct]: a graph does not stop at `breakpoint()`
 --> breakpoint_in_graph.py:8:5
  |
8 |     breakpoint()
  |     ^^^^^^^^^^^^
help: call the plain function, which stops there; or put it into the emitted file, and run that by `f.with_device("step")(...)`
