# Writes to rows that the run names, with what they write: in order, into an array made for them.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def scatter(g, x: Tensor[f32, m, d], k: Tensor[i64, m], w: Tensor[f32, n, d], s: Tensor[f32, n]):
    k = g.remainder(k, w.shape[0])
    total = g.zeros((w.shape[0], x.shape[1]), dtype=f32)
    double = g.multiply(x, 2.0)
    total = g.add_at(total, g.s_[k], double)
    halves = g.multiply(s, 0.5)
    last = g.store(halves, g.s_[k], g.max(x, axis=1))
    other = g.multiply(w, w)
    less = g.subtract_at(other, g.s_[k], x)
    kept = g.add_at(w, g.s_[k], x)
    return g.add(total, w), last, less, kept
# --- nests
# remainder
# within
# not_equal
# check
# within
# within
# (w: f32[n, d], k: i64[m], x: f32[m, d]) -> (other: f32[n, d])
# for i0 < d*n:
#     other[i0] = multiply(w[i0], w[i0])
# for i0 < m:
#     pick p0 < n = k[i0]
#     for i1 < d:
#         other[p0, i1] set= subtract(other[p0, i1], x[i0, i1])
# (k: i64[m], x: f32[m, d], s: f32[n]) -> (total: f32[n, d], halves: f32[n])
# row last: f32[m]
# for i0 < d*n:
#     total[i0] = f32(0.0)
# for i0 < m:
#     pick p0 < n = k[i0]
#     for i1 < d:
#         double = multiply(x[i0, i1], 2.0)
#         total[p0, i1] sum= double
#         last_total max= x[i0, i1]
#     last[i0] = last_total
# for i0 < n:
#     halves[i0] = multiply(s[i0], 0.5)
# for i0 < m:
#     pick p1 < n = k[i0]
#     halves[p1] set= last[i0]
# add_at
# (total: f32[n, d], w: f32[n, d]) -> (add: f32[n, d])
# for i0 < d*n:
#     add[i0] = add(total[i0], w[i0])
