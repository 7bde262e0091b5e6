from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x + 1.0
    w = y
    y, y[0], z = w, 5.0, y  # error: [unsupported-construct]
    return z
# --- diagnostics ---
error[unsupported-construct]: a write beside names that trade arrays is not part of the language
  --> write_beside_traded_arrays.py:10:18
   |
10 |     y, y[0], z = w, 5.0, y
   |                  ^^^^^^^^^
help: assign one by one
