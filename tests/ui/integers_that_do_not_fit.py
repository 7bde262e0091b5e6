from dslc import Tensor, dims, graph, i32, u8

n = dims("n")


@graph
def f(x: Tensor[u8, n], y: Tensor[i32, n]):
    a = x + 256  # error: [integer-overflow]
    return a, y - 2147483648 - 1  # error: [integer-overflow]
# --- diagnostics ---
error[integer-overflow]: 256 does not fit in u8
 --> integers_that_do_not_fit.py:8:13
  |
8 |     a = x + 256
  |             ^^^ this is 256

error[integer-overflow]: 2147483648 does not fit in i32
 --> integers_that_do_not_fit.py:9:19
  |
9 |     return a, y - 2147483648 - 1
  |                   ^^^^^^^^^^ this is 2147483648
