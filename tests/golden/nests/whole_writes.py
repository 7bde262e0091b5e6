# Writes to all elements, and where a mask is true, are part of the loop that makes their array.
import dslc
from dslc import Tensor, f64

n, m = dslc.dims("n m")


@dslc.builder("case.py")
def written(g, x: Tensor[f64, n, m], row: Tensor[f64, m]):
    y = g.multiply(x, 2.0)
    sum = g.add(y, row)
    y = g.store(y, g.s_[...], sum, inplace=True)
    high = g.greater(y, 1.0)
    y = g.store(y, g.s_[high], 1.0)
    low = g.less(y, row)
    y = g.copyto(y, row, where=low)
    return y
# --- nests
# (x: f64[n, m], row_: f64[m]) -> (y: f64[n, m])
# for i0 < n:
#     for i1 < m:
#         y_2 = multiply(x[i0, i1], 2.0)
#         sum = add(y_2, row_[i1])
#         y_3 = sum
#         high = greater(y_3, 1.0)
#         y_4 = where(high, 1.0, y_3)
#         low = less(y_4, row_[i1])
#         y[i0, i1] = where(low, row_[i1], y_4)
