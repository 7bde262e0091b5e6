# A value that two others read is computed once, and needs no array.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def chain(g, x: Tensor[f32, n], y: Tensor[f32, n]):
    scaled = g.multiply(x, 2)
    above = g.maximum(scaled, y)
    below = g.minimum(scaled, y)
    return g.subtract(above, below)
# --- nests
# (x: f32[n], y: f32[n]) -> (subtract: f32[n])
# for i0 < n:
#     scaled = multiply(x[i0], 2)
#     above = maximum(scaled, y[i0])
#     below = minimum(scaled, y[i0])
#     subtract[i0] = subtract(above, below)
