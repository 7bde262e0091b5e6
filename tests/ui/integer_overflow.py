from dslc import Tensor, dims, f32, graph

n = dims("n")


LARGE = 2**70


@graph
def f(x: Tensor[f32, n]):
    return x * LARGE  # error: [integer-overflow]
# --- diagnostics ---
error[integer-overflow]: `LARGE` does not fit in 64 bits
  --> integer_overflow.py:11:16
   |
11 |     return x * LARGE
   |                ^^^^^
