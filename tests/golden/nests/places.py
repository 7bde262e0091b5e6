# Where the greatest and the least element are, in one reading.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def places(g, x: Tensor[f32, n, 5]):
    size = g.abs(x)
    top = g.argmax(size, axis=1)
    bottom = g.argmin(size, axis=1)
    return g.subtract(top, bottom)
# --- nests
# (x: f32[n, 5]) -> (subtract: i64[n])
# for i0 < n:
#     for i1 < 5:
#         size = abs(x[i0, i1])
#         top_place: i64 argmax= size
#         bottom_place: i64 argmin= size
#     top = top_place
#     bottom = bottom_place
#     subtract[i0] = subtract(top, bottom)
