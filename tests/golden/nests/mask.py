# A mask that chooses elements stays a node: others may choose as many.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def mask(g, x: Tensor[f32, n], w: Tensor[f32, n]):
    positive = g.greater(x, 0)
    chosen = g.index(x, g.s_[positive])
    weights = g.index(w, g.s_[positive])
    product = g.multiply(chosen, weights)
    return g.sum(product)
# --- nests
# greater
# index
# index
# (chosen: f32[chosen_n], weights: f32[chosen_n]) -> (sum: f32)
# for i0 < chosen_n:
#     product = multiply(chosen[i0], weights[i0])
#     sum sum= product
