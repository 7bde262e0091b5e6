from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], pad: int):
    return x[pad:]  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: the size of a slice at pad depends on the sign of pad
 --> slice_of_unknown_sign.py:8:12
  |
8 |     return x[pad:]
  |            ^^^^^^^
help: where pad is never negative, write `max(pad, 0)`
