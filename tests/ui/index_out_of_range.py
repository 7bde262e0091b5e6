from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    pair = (x, x)
    return pair[2]  # error: [index-out-of-range]
# --- diagnostics ---
error[index-out-of-range]: there are 2 items, none at 2
 --> index_out_of_range.py:9:12
  |
9 |     return pair[2]
  |            ^^^^^^^
