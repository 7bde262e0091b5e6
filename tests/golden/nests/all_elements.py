# All elements of an array are one loop, also where it has several axes.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def all_elements(g, x: Tensor[f32, n, m]):
    squared = g.multiply(x, x)
    return g.sum(squared)
# --- nests
# (x: f32[n, m]) -> (sum: f32)
# for i0 < m*n:
#     squared = multiply(x[i0], x[i0])
#     sum sum= squared
