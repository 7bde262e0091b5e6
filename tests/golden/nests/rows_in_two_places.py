# Rows stand where they live: one for the whole nest, one for each trip of its loop.
import dslc
from dslc import Tensor, bool_

m, n = dslc.dims("m n")


@dslc.builder("case.py")
def padded(g, y: Tensor[bool_, n], x: Tensor[bool_, m, n // 2 - n // 4]):
    ones = g.ones((x.shape[0], (y.shape[0] + 2) // 4), dtype=bool_)
    either = g.logical_or(x, ones)
    counts = g.sum(either, axis=(0,))
    longer = g.concat((counts, counts))
    return g.sum(longer, axis=(0,))
# --- nests
# (x: bool_[m, n//2 - n//4]) -> (longer: i64[2*(n//2) - 2*(n//4)])
# row counts: i64[n//2 - n//4]
# for i0 < n//2 - n//4:
#     counts[i0] = i64(0)
# for i0 < m:
#     row ones: bool_[(n + 2)//4]
#     for i1 < (n + 2)//4:
#         ones[i1] = bool_(True)
#     for i1 < n//2 - n//4:
#         either = logical_or(x[i0, i1], ones[i1])
#         counts[i1] sum= either
# for i0 < n//2 - n//4:
#     longer[i0] = counts[i0]
#     longer[i0 + n//2 - n//4] = counts[i0]
# (longer: i64[2*(n//2) - 2*(n//4)]) -> (sum: i64)
# for i0 < 2*(n//2) - 2*(n//4):
#     sum sum= longer[i0]
