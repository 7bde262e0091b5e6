# A scan along an axis before others keeps a row of totals so far.
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("case.py")
def totals(g, x: Tensor[f32, n, m]):
    positive = g.abs(x)
    totals = g.cumsum(positive, axis=0)
    return g.sqrt(totals)
# --- nests
# (x: f32[n, m]) -> (sqrt: f32[n, m])
# row totals_so_far: f32[m]
# for i0 < m:
#     totals_so_far[i0] = f32(-0.0)
# for i0 < n:
#     for i1 < m:
#         positive = abs(x[i0, i1])
#         totals_so_far[i1] sum= positive
#         totals = totals_so_far[i1]
#         sqrt[i0, i1] = sqrt(totals)
