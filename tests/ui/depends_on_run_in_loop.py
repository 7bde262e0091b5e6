from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], count: int):
    pair = (x, x * 2)
    for i in range(count):
        x = x + pair[i]  # error: [depends-on-run]
    return x
# --- diagnostics ---
error[depends-on-run]: `i` is needed while the graph is built, but this loop runs in the graph
  --> depends_on_run_in_loop.py:10:22
   |
10 |         x = x + pair[i]
   |                      ^
help: loop over a `range` of build-time numbers, or use an array operation
