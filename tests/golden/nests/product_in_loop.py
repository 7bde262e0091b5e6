# The same transposed weights in each trip of a loop are an array from before it: they are turned once.
import dslc
from dslc import Tensor, f32

t, n, d = dslc.dims("t n d")


@dslc.builder("case.py")
def steps(g, xs: Tensor[f32, t, n, d], h: Tensor[f32, n, d], w: Tensor[f32, d, d]):
    w_turned = g.transpose(w, (1, 0))

    def loop1_body(i, h):
        return g.tanh(g.add(g.matmul(h, w_turned), g.index(xs, g.s_[i])))

    return g.for_(g.range(t), loop1_body, (h,))
# --- nests
# transpose
# for
#     (h: f32[n, d], w_turned: f32[d, d], xs: f32[t, n, d]) -> (tanh: f32[n, d])
#     for i0 < n:
#         row matmul: f32[d]
#         matmul[c0] = h[i0, a0] @ w_turned[a0, c0] along a0 < d across c0 < d
#         for i1 < d:
#             add = add(matmul[i1], xs[i, i0, i1])
#             tanh[i0, i1] = tanh(add)
