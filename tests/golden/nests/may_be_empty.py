# What can fail is checked first, by itself.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def may_be_empty(g, x: Tensor[f32, n]):
    doubled = g.multiply(x, 2)
    return g.max(doubled)
# --- nests
# not_equal
# check
# (x: f32[n]) -> (max: f32)
# for i0 < n:
#     doubled = multiply(x[i0], 2)
#     max max= doubled
