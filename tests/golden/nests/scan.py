# A scan is a total so far; what goes in and what comes out needs no array.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def scan(g, x: Tensor[f32, n, 6]):
    squared = g.multiply(x, x)
    total = g.cumsum(squared, axis=1)
    return g.sqrt(total)
# --- nests
# (x: f32[n, 6]) -> (sqrt: f32[n, 6])
# for i0 < n:
#     for i1 < 6:
#         squared = multiply(x[i0, i1], x[i0, i1])
#         running total_so_far sum= squared
#         total = total_so_far
#         sqrt[i0, i1] = sqrt(total)
