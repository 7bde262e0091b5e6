# Neighbours are read where they are; an array whose neighbours are read is an array.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def stencil(g, x: Tensor[f32, n]):
    half = g.multiply(x, 0.5)
    left = g.index(half, g.s_[:-2])
    right = g.index(half, g.s_[2:])
    return g.add(left, right)
# --- nests
# (x: f32[n]) -> (half: f32[n])
# for i0 < n:
#     half[i0] = multiply(x[i0], 0.5)
# (half: f32[n]) -> (add: f32[max(n - 2, 0)])
# for i0 < max(n - 2, 0):
#     add[i0] = add(half[i0], half[i0 + 2])
