# Places along an axis before others: of all columns at once, row by row.
import dslc
from dslc import Tensor, f32

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def places(g, x: Tensor[f32, n, 3, d]):
    y = g.subtract(x, 1.0)
    best = g.argmax(y, axis=1)
    least = g.argmin(y, axis=0, keepdims=True)
    return best, least
# --- nests
# not_equal
# check
# (x: f32[n, 3, d]) -> (y: f32[n, 3, d], best: i64[n, d])
# for i0 < n:
#     row best_best: f32[d]
#     for i1 < 3*d:
#         y[i0, i1] = subtract(x[i0, i1], 1.0)
#     for i1 < d:
#         best_best[i1] = y[i0, 0, i1]
#         best[i0, i1] = i64(0)
#     for i1 < 3:
#         for i2 < d:
#             best_value = y[i0, i1, i2]
#             best_better = logical_and(equal(best_best[i2], best_best[i2]), logical_not(less_equal(best_value, best_best[i2])))
#             best[i0, i2] set= where(best_better, size(i1), best[i0, i2])
#             best_best[i2] set= where(best_better, best_value, best_best[i2])
# (y: f32[n, 3, d]) -> (least: i64[1, 3, d])
# row least_best: f32[3, d]
# for i0 < 3*d:
#     least_best[i0] = y[0, i0]
#     least[0, i0] = i64(0)
# for i0 < n:
#     for i1 < 3*d:
#         least_value = y[i0, i1]
#         least_better = logical_and(equal(least_best[i1], least_best[i1]), logical_not(greater_equal(least_value, least_best[i1])))
#         least[0, i1] set= where(least_better, size(i0), least[0, i1])
#         least_best[i1] set= where(least_better, least_value, least_best[i1])
