# Elements named along an axis: both arrays are stretched on the others.
import dslc
from dslc import Tensor, f32, i64

n, m, k = dslc.dims("n m k")


@dslc.builder("case.py")
def best(g, x: Tensor[f32, n, 3], first: Tensor[f32, 1, 3]):
    worst = g.argmin(x, axis=1, keepdims=True)
    least = g.take_along_axis(x, worst, axis=1)
    rest = g.take_along_axis(first, worst, axis=1)
    return g.add(least, rest)
# --- nests
# (x: f32[n, 3]) -> (worst: i64[n, 1])
# for i0 < n:
#     for i1 < 3:
#         worst_place: i64 argmin= x[i0, i1]
#     worst[i0, 0] = worst_place
# within
# within
# (worst: i64[n, 1], x: f32[n, 3], first: f32[1, 3]) -> (add: f32[n, 1])
# for i0 < n:
#     pick p0 < 3 = worst[i0, 0]
#     pick p1 < 3 = worst[i0, 0]
#     least = x[i0, p1]
#     rest = first[0, p0]
#     add[i0, 0] = add(least, rest)
