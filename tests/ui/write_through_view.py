from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x * 2
    row = y[1:]
    row[0] = 1.0  # error: [write-through-view]
    return y
# --- diagnostics ---
error[write-through-view]: `row` may share memory with an array made here
  --> write_through_view.py:10:5
   |
10 |     row[0] = 1.0
   |     ^^^^^^
help: write to the array itself, or to a copy: `row = row.copy()`
