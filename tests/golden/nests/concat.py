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
# (x: f32[n]) -> (twice: f32[n])
# for i0 < n:
#     twice[i0] = multiply(x[i0], 2)
# (y: f32[m]) -> (less: f32[m])
# for i0 < m:
#     less[i0] = negative(y[i0])
# () -> (edge: f32[1])
# edge[0] = f32(0.0)
# (edge: f32[1], twice: f32[n], less: f32[m]) -> (concat: f32[m + n + 1])
# concat[0] = edge[0]
# for i0 < n:
#     concat[i0 + 1] = twice[i0]
# for i0 < m:
#     concat[i0 + n + 1] = less[i0]
