# A convolution for each channel, a pooling and a transposed convolution are in one loop over images.
import dslc
from dslc import Tensor, f32

n, h, w = dslc.dims("n h w")


@dslc.builder("case.py")
def network(g, x: Tensor[f32, n, 2, h, w], k: Tensor[f32, 2, 1, 2, 2], up: Tensor[f32, 2, 2, 1, 2]):
    y = g.maximum(g.conv2d(x, k, padding=1, groups=2), 0.0)
    z = g.max_pool2d(y, kernel_size=2, stride=1)
    pads = ((0, 0), (1, 1))
    c = g.conv(z, up, stride=(1, 1), padding=pads, dilation=(1, 1), stretch=(1, 2), groups=1)
    return g.tanh(c)
# --- nests
# (k: f32[2, 1, 2, 2], x: f32[n, 2, h, w], up: f32[2, 2, 1, 2]) -> (tanh: f32[n, 2, h, max(2*w, 1)])
# for i0 < n:
#     row z: f32[2, h, w]
#     for i1 < 2:
#         row y: f32[h + 1, w + 1]
#         row y_2: f32[h + 1, w + 1]
#         y[c0] = k[i1, a0] @ window(x[i0, i1 + a0//4, c0//(w + 1) + (a0//2) % 2 - 1, a0 % 2 + c0 % (w + 1) - 1]) along a0 < 4 across c0 < h*w + h + w + 1
#         for i2 < h*w + h + w + 1:
#             y_2[i2] = maximum(y[i2], 0.0)
#         for i2 < h:
#             for i3 < w:
#                 z[i1, i2, i3] = maximum(maximum(maximum(maximum(f32(float("-inf")), y_2[i2, i3]), y_2[i2, i3 + 1]), y_2[i2 + 1, i3]), y_2[i2 + 1, i3 + 1])
#     for i1 < 2:
#         row c: f32[h, max(2*w, 1)]
#         c[c1] = up[i1, a1] @ window(z[a1//2, c1//max(2*w, 1), (a1 % 2 + c1 % max(2*w, 1) + 1)//2 - 1], (a1 + c1 % max(2*w, 1) + 1) % 2) along a1 < 4 across c1 < h*max(2*w, 1)
#         for i2 < h*max(2*w, 1):
#             tanh[i0, i1, i2] = tanh(c[i2])
