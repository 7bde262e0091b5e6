# The norm of each row of different lengths: what it reads twice is a row of its own.
import dslc
from dslc import Tensor, f32, i64

n, d = dslc.dims("n d")


@dslc.builder("case.py")
def scaled(g, x: Tensor[f32, n, d], gain: Tensor[f32, d]):
    count = g.arange(0, n + 1, 1, dtype=i64)
    twice = g.multiply(count, 2)
    offsets = g.minimum(twice, n)
    y = g.multiply(x, gain)
    square = g.multiply(y, y)
    total = g.segment_sum(square, offsets)
    norm = g.sqrt(total)
    each = g.segment_repeat(norm, offsets, size=n)
    z = g.divide(y, each)
    return z, g.segment_max(z, offsets, initial=0.0)
# --- nests
# () -> (twice: i64[n + 1])
# for i0 < n + 1:
#     count: i64 = size(i0)
#     twice[i0] = multiply(count, 2)
# minimum
# divided
# (offsets: i64[n + 1], x: f32[n, d], gain: f32[d]) -> (z: f32[n, d], segment_max: f32[n, d])
# row y: f32[n, d]
# for i0 < n:
#     row total: f32[d]
#     row norm: f32[d]
#     for i1 < d:
#         segment_max[i0, i1] = f32(0.0)
#     for i1 < d:
#         total[i1] = f32(0.0)
#     for i1 < n of offsets[i0]:
#         for i2 < d:
#             y[i1, i2] = multiply(x[i1, i2], gain[i2])
#             square = multiply(y[i1, i2], y[i1, i2])
#             total[i2] sum= square
#     for i1 < d:
#         norm[i1] = sqrt(total[i1])
#     for i1 < n of offsets[i0]:
#         for i2 < d:
#             each = norm[i2]
#             z[i1, i2] = divide(y[i1, i2], each)
#             segment_max[i0, i2] max= z[i1, i2]
