# Attention is one kernel: a team has a row of scores near, all of them are nowhere.
import dslc
from dslc import Tensor, f32

heads, n, m = dslc.dims("heads n m")


@dslc.builder("case.py")
def attention(
    g, q: Tensor[f32, heads, n, 4], k: Tensor[f32, heads, 4, m], v: Tensor[f32, heads, m, 4]
):
    scores = g.matmul(q, k)
    power = g.exp(g.subtract(scores, g.max(scores, axis=-1, keepdims=True)))
    total = g.sum(power, axis=-1, keepdims=True)
    return g.matmul(g.divide(power, total), v)
