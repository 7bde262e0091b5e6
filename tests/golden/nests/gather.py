# A place is picked once for all that is read there; all places are looked at before.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def gather(g, table: Tensor[f32, 7, 4], scale: Tensor[f32, 4]):
    places = g.arange(5)
    rows = g.index(table, g.s_[places])
    scaled = g.multiply(rows, scale)
    return g.sum(scaled, axis=1)
# --- nests
# () -> (places: i64[5])
# for i0 < 5:
#     places[i0] = size(i0)
# within
# (places: i64[5], table: f32[7, 4], scale: f32[4]) -> (sum: f32[5])
# for i0 < 5:
#     pick p0 < 7 = places[i0]
#     for i1 < 4:
#         rows = table[p0, i1]
#         scaled = multiply(rows, scale[i1])
#         sum_total sum= scaled
#     sum[i0] = sum_total
