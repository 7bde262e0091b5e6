from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], last: int):
    return x[-last:]  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: the size of a slice at -last depends on the sign of -last
 --> slice_at_negated_size.py:8:12
  |
8 |     return x[-last:]
  |            ^^^^^^^^^
help: where last is never negative, write `len(...) - last`
