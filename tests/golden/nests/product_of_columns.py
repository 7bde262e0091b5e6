# Products read both operands as they lie: columns of a matrix, heads between rows, and no copy of either.
import dslc
from dslc import Tensor, f32

b, n, d, m = dslc.dims("b n d m")


@dslc.builder("case.py")
def columns(g, x: Tensor[f32, n, d], y: Tensor[f32, n, m], q: Tensor[f32, b, n, 4, d], v: Tensor[f32, n]):
    x_turned = g.transpose(x, (1, 0))
    out = g.maximum(g.matmul(x_turned, y), 0.0)
    heads = g.matmul(g.transpose(q, (0, 2, 1, 3)), x_turned)
    return out, heads, g.matmul(x_turned, v), g.matmul(x_turned, x)
# --- nests
# column_dots
# (x: f32[n, d]) -> (matmul: f32[d, d])
# for i0 < d:
#     matmul[i0, c0] = x[a0, i0] @ x[a0, c0] along a0 < n across c0 < d
# (x: f32[n, d], y: f32[n, m]) -> (out: f32[d, m])
# for i0 < d:
#     row out_2: f32[m]
#     out_2[c0] = x[a0, i0] @ y[a0, c0] along a0 < n across c0 < m
#     for i1 < m:
#         out[i0, i1] = maximum(out_2[i1], 0.0)
# (q: f32[b, n, 4, d], x: f32[n, d]) -> (heads: f32[b, 4, n, n])
# for i0 < b:
#     for i1 < 4:
#         for i2 < n:
#             heads[i0, i1, i2, c0] = q[i0, i2, i1, a0] @ x[c0, a0] along a0 < d across c0 < n
