# What follows a product, and the next product, join its loop over rows: only a row of each is kept.
import dslc
from dslc import Tensor, f32

n, d, h = dslc.dims("n d h")


@dslc.builder("case.py")
def layers(g, x: Tensor[f32, n, d], w: Tensor[f32, d, h], b: Tensor[f32, h], v: Tensor[f32, h, 3]):
    product = g.matmul(x, w)
    hidden = g.maximum(g.add(product, b), 0.0)
    return g.matmul(hidden, v)
# --- nests
# (x: f32[n, d], w: f32[d, h], b: f32[h], v: f32[h, 3]) -> (matmul: f32[n, 3])
# for i0 < n:
#     row product: f32[h]
#     row hidden: f32[h]
#     product[c0] = x[i0, a0] @ w[a0, c0] along a0 < d across c0 < h
#     for i1 < h:
#         hidden_2 = add(product[i1], b[i1])
#         hidden[i1] = maximum(hidden_2, 0.0)
#     matmul[i0, c1] = hidden[a1] @ v[a1, c1] along a1 < h across c1 < 3
