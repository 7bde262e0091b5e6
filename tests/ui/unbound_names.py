from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x + missing  # error: [unbound-name]
    z = later * 2  # error: [unbound-name]
    later = y
    return z
# --- diagnostics ---
error[unbound-name]: the name `missing` is not defined
 --> unbound_names.py:8:13
  |
8 |     y = x + missing
  |             ^^^^^^^

error[unbound-name]: `later` is read before anything is bound to it
 --> unbound_names.py:9:9
  |
9 |     z = later * 2
  |         ^^^^^
