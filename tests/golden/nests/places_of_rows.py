# Scores of classes: the greatest, its place, and the logarithm of the sum, in one nest.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def places_of_rows(g, x: Tensor[f32, n, 5]):
    top = g.max(x, axis=1, keepdims=True)
    shifted = g.subtract(x, top)
    power = g.exp(shifted)
    total = g.sum(power, axis=1)
    loss = g.log(total)
    best = g.argmax(x, axis=1)
    return loss, best
# --- nests
# (x: f32[n, 5]) -> (loss: f32[n], best: i64[n])
# for i0 < n:
#     for i1 < 5:
#         top_total max= x[i0, i1]
#     top = top_total
#     for i1 < 5:
#         shifted = subtract(x[i0, i1], top)
#         power = exp(shifted)
#         total_total sum= power
#         best_place: i64 argmax= x[i0, i1]
#     total = total_total
#     loss[i0] = log(total)
#     best[i0] = best_place
