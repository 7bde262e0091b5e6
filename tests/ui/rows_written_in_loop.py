from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m]):
    y = x * 2
    for row in y:
        y[0] = row + 1  # error: [ambiguous-write]
    for row in y:
        row[0] = 1  # error: [write-through-view]
    return y
# --- diagnostics ---
error[ambiguous-write]: an array around this line may share memory with what is written to here, and is read later
  --> rows_written_in_loop.py:10:9
   |
10 |         y[0] = row + 1
   |         ^^^^
help: go over a copy, or write to one

error[write-through-view]: `row` may share memory with an array made here
  --> rows_written_in_loop.py:12:9
   |
12 |         row[0] = 1
   |         ^^^^^^
help: write to the array itself, or to a copy: `row = row.copy()`
