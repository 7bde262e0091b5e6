from dslc import Tensor, f32, graph


@graph
def add(x: Tensor[f32, 3], y: Tensor[f32, 4]):
    return x + y  # error: [shape-mismatch]
# --- diagnostics ---
error[shape-mismatch]: the shapes do not broadcast: 3 is never 4
 --> shape_mismatch_elementwise.py:6:12
  |
6 |     return x + y
  |            ^^^^^ left is f32[3]; right is f32[4]
note: 3 is axis 0 of `x`, 4 is axis 0 of `y`
help: declare `y` as Tensor[f32, 3]
