# What is no loop stays a node, and what it needs comes before it.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def barrier(g, x: Tensor[f32, n]):
    y = g.add(x, 1)
    summed = g.sort(y)
    z = g.subtract(summed, y)
    return g.multiply(z, x)
# --- nests
# (x: f32[n]) -> (y: f32[n])
# for i0 < n:
#     y[i0] = add(x[i0], 1)
# sort
# (summed: f32[n], y: f32[n], x: f32[n]) -> (multiply: f32[n])
# for i0 < n:
#     z = subtract(summed[i0], y[i0])
#     multiply[i0] = multiply(z, x[i0])
