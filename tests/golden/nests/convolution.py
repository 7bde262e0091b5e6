# Bias, rectifier, pooling and the next convolution are in the loop over images: no batch of planes is made.
import dslc
from dslc import Tensor, f32

n, h, w = dslc.dims("n h w")


@dslc.builder("case.py")
def network(g, x: Tensor[f32, n, h, w, 2], k: Tensor[f32, 4, 2, 3, 3], b: Tensor[f32, 4], v: Tensor[f32, 3, 4, 1, 1]):
    planes = g.transpose(x, (0, 3, 1, 2))
    y = g.maximum(g.conv2d(planes, k, b, padding=1), 0.0)
    z = g.max_pool2d(y, kernel_size=2)
    return g.tanh(g.conv2d(z, v, stride=2))
# --- nests
# (k: f32[4, 2, 3, 3], x: f32[n, h, w, 2], b: f32[4], v: f32[3, 4, 1, 1]) -> (tanh: f32[n, 3, (h + 2)//4, (w + 2)//4])
# for i0 < n:
#     row z: f32[4, h//2, w//2]
#     for i1 < 4:
#         row conv2d_conv: f32[h, w]
#         row y: f32[h, w]
#         conv2d_conv[c0] = k[i1, a0] @ window(x[i0, c0//w + (a0//3) % 3 - 1, a0 % 3 + c0 % w - 1, a0//9]) along a0 < 18 across c0 < h*w
#         for i2 < h*w:
#             y_2 = add(conv2d_conv[i2], b[i1])
#             y[i2] = maximum(y_2, 0.0)
#         for i2 < h//2:
#             for i3 < w//2:
#                 z[i1, i2, i3] = maximum(maximum(maximum(maximum(f32(float("-inf")), y[2*i2, 2*i3]), y[2*i2, 2*i3 + 1]), y[2*i2 + 1, 2*i3]), y[2*i2 + 1, 2*i3 + 1])
#     for i1 < 3:
#         row conv: f32[(h + 2)//4, (w + 2)//4]
#         conv[c1] = v[i1, a1] @ window(z[a1, 2*(c1//((w + 2)//4)), 2*(c1 % ((w + 2)//4))]) along a1 < 4 across c1 < ((h + 2)//4)*((w + 2)//4)
#         for i2 < ((h + 2)//4)*((w + 2)//4):
#             tanh[i0, i1, i2] = tanh(conv[i2])
