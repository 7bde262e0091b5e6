# Softmax of rows of different lengths and a weighted sum of them are one loop over the rows.
import dslc
from dslc import Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("case.py")
def softmax(g, x: Tensor[f32, n], v: Tensor[f32, n], bias: Tensor[f32, m]):
    count = g.arange(0, m + 1, 1, dtype=i64)
    twice = g.multiply(count, 2)
    offsets = g.minimum(twice, n)
    scores = g.multiply(x, 2.0)
    weights = g.segment_softmax(scores, offsets)
    weighted = g.multiply(weights, v)
    total = g.segment_sum(weighted, offsets)
    return g.add(total, bias)
# --- nests
# () -> (twice: i64[m + 1])
# for i0 < m + 1:
#     count: i64 = size(i0)
#     twice[i0] = multiply(count, 2)
# minimum
# divided
# (offsets: i64[m + 1], x: f32[n], v: f32[n], bias: f32[m]) -> (add: f32[m])
# row scores: f32[n]
# row weights: f32[n]
# for i0 < m:
#     for i1 < n of offsets[i0]:
#         scores[i1] = multiply(x[i1], 2.0)
#         weights_top_total max= scores[i1]
#     for i1 < n of offsets[i0]:
#         weights[i1] = exp(subtract(scores[i1], weights_top_total))
#         weights_sum_total sum= weights[i1]
#     for i1 < n of offsets[i0]:
#         weights[i1] set= divide(weights[i1], weights_sum_total)
#         weighted = multiply(weights[i1], v[i1])
#         total_total sum= weighted
#     total = total_total
#     add[i0] = add(total, bias[i0])
