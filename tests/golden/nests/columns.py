# A total for each column is updated row by row, after it is set.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def columns(g, x: Tensor[f32, n, d]):
    y = g.multiply(x, x)
    total = g.sum(y, axis=0)
    return g.add(total, 1)
# --- nests
# (x: f32[n, d]) -> (total: f32[d])
# for i0 < d:
#     total[i0] = f32(0.0)
# for i0 < n:
#     for i1 < d:
#         y = multiply(x[i0, i1], x[i0, i1])
#         total[i1] sum= y
# (total: f32[d]) -> (add: f32[d])
# for i0 < d:
#     add[i0] = add(total[i0], 1)
