# Reductions of a row and what follows them are one loop over rows; a row is kept.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def softmax(g, x: Tensor[f32, n, 16]):
    top = g.max(x, axis=-1, keepdims=True)
    shifted = g.subtract(x, top)
    power = g.exp(shifted)
    total = g.sum(power, axis=-1, keepdims=True)
    return g.divide(power, total)
# --- nests
# (x: f32[n, 16]) -> (divide: f32[n, 16])
# for i0 < n:
#     row power: f32[16]
#     for i1 < 16:
#         top_total max= x[i0, i1]
#     top = top_total
#     for i1 < 16:
#         shifted = subtract(x[i0, i1], top)
#         power[i1] = exp(shifted)
#         total_total sum= power[i1]
#     total = total_total
#     for i1 < 16:
#         divide[i0, i1] = divide(power[i1], total)
