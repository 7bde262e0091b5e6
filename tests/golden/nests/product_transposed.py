# A matrix that is transposed is read as it lies: scores of attention need no copy of the keys.
import dslc
from dslc import Tensor, f32

b, n, d, m = dslc.dims("b n d m")


@dslc.builder("case.py")
def transposed(g, q: Tensor[f32, b, n, d], k: Tensor[f32, b, n, d], w: Tensor[f32, m, n]):
    scores = g.matmul(q, g.transpose(k, (0, 2, 1)))
    out = g.matmul(g.multiply(scores, 0.5), g.transpose(w, (1, 0)))
    return g.maximum(out, 0.0)
# --- nests
# (q: f32[b, n, d], k: f32[b, n, d], w: f32[m, n]) -> (maximum: f32[b, n, m])
# for i0 < b:
#     for i1 < n:
#         row scores: f32[n]
#         row out: f32[n]
#         row out_2: f32[m]
#         scores[c0] = q[i0, i1, a0] @ k[i0, c0, a0] along a0 < d across c0 < n
#         for i2 < n:
#             out[i2] = multiply(scores[i2], 0.5)
#         out_2[c1] = out[a1] @ w[c1, a1] along a1 < n across c1 < m
#         for i2 < m:
#             maximum[i0, i1, i2] = maximum(out_2[i2], 0.0)
