# Slices, transposes and stretched axes are other indices, and need no array.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def views(g, x: Tensor[f32, n, d], y: Tensor[f32, d, n]):
    turned = g.transpose(y)
    both = g.add(x, turned)
    last = g.index(both, g.s_[1:, ::2])
    return g.multiply(last, 3)
# --- nests
# (x: f32[n, d], y: f32[d, n]) -> (both: f32[n, d])
# for i0 < n:
#     for i1 < d:
#         both[i0, i1] = add(x[i0, i1], y[i1, i0])
# (both: f32[n, d]) -> (multiply: f32[max(n - 1, 0), (d + 1)//2])
# for i0 < max(n - 1, 0):
#     for i1 < (d + 1)//2:
#         multiply[i0, i1] = multiply(both[i0 + 1, 2*i1], 3)
