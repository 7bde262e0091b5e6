# Parts that are joined are set where they belong, without arrays of their own.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def concat(g, x: Tensor[f32, n], y: Tensor[f32, m]):
    twice = g.multiply(x, 2)
    less = g.negative(y)
    edge = g.zeros(1, dtype=f32)
    return g.concat((edge, twice, less))
# --- nests
# (x: f32[n], y: f32[m]) -> (concat: f32[m + n + 1])
# for i0 < n:
#     twice = multiply(x[i0], 2)
#     concat[i0 + 1] = twice
# for i0 < m:
#     less = negative(y[i0])
#     concat[i0 + n + 1] = less
# edge = f32(0.0)
# concat[0] = edge
