# Places of the run along the last axis, clipped; a chain before and behind is in the same loops.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def take(g, x: Tensor[f32, n, 5], k: Tensor[i64, d]):
    near = g.take(x, k, axis=1, mode="clip")
    return g.add(near, 1)
# --- nests
# within
# (k: i64[d], x: f32[n, 5]) -> (add: f32[n, d])
# for i0 < n:
#     for i1 < d:
#         pick p0 < 5 clip= k[i1]
#         near = x[i0, p0]
#         add[i0, i1] = add(near, 1)
