# The greatest of all elements has a loop for each axis where they are made in such.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def greatest_of_stencil(g, x: Tensor[f32, n, d]):
    left = g.index(x, g.s_[:-2, 1:])
    right = g.index(x, g.s_[2:, 1:])
    change = g.subtract(left, right)
    size = g.abs(change)
    return change, g.max(size)
# --- nests
# not_equal
# check
# not_equal
# check
# (x: f32[n, d]) -> (change: f32[max(n - 2, 0), max(d - 1, 0)], max: f32)
# for i0 < max(n - 2, 0):
#     for i1 < max(d - 1, 0):
#         change[i0, i1] = subtract(x[i0, i1 + 1], x[i0 + 2, i1 + 1])
#         size = abs(change[i0, i1])
#         max_part max= size
#     max max= max_part
