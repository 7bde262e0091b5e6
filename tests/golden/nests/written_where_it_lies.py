# Where no loop makes the array, a write to the elements of a mask stays one, and takes less.
import dslc
from dslc import Tensor, f64

n = dslc.dims("n")


@dslc.builder("case.py")
def written(g, x: Tensor[f64, n]):
    y = g.sort(x)
    high = g.greater(y, 1.0)
    y = g.store(y, g.s_[high], 1.0)
    return y
# --- nests
# sort
# (y: f64[n]) -> (high: bool_[n])
# for i0 < n:
#     high[i0] = greater(y[i0], 1.0)
# store
