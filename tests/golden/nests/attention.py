# Attention is one loop over queries: a row of scores is kept, never all of them.
import dslc
from dslc import Tensor, f32

heads, n, m = dslc.dims("heads n m")


@dslc.builder("case.py")
def attention(
    g, q: Tensor[f32, heads, n, 4], k: Tensor[f32, heads, 4, m], v: Tensor[f32, heads, m, 4]
):
    scores = g.matmul(q, k)
    power = g.exp(g.subtract(scores, g.max(scores, axis=-1, keepdims=True)))
    total = g.sum(power, axis=-1, keepdims=True)
    return g.matmul(g.divide(power, total), v)
# --- nests
# not_equal
# check
# (q: f32[heads, n, 4], k: f32[heads, 4, m], v: f32[heads, m, 4]) -> (matmul: f32[heads, n, 4])
# for i0 < heads:
#     for i1 < n:
#         row scores: f32[m]
#         row power: f32[m]
#         row divide: f32[m]
#         scores[c0] = q[i0, i1, a0] @ k[i0, a0, c0] along a0 < 4 across c0 < m
#         for i2 < m:
#             power_total max= scores[i2]
#         power_2 = power_total
#         for i2 < m:
#             power_3 = subtract(scores[i2], power_2)
#             power[i2] = exp(power_3)
#             total_total sum= power[i2]
#         total = total_total
#         for i2 < m:
#             divide[i2] = divide(power[i2], total)
#         matmul[i0, i1, c1] = divide[a1] @ v[i0, a1, c1] along a1 < m across c1 < 4
