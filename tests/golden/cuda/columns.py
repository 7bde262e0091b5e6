# A total for each column is updated row by row, after it is set.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def columns(g, x: Tensor[f32, n, d]):
    y = g.multiply(x, x)
    total = g.sum(y, axis=0)
    return g.add(total, 1)
