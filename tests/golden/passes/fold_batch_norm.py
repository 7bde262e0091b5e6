# fold_batch_norm: a convolution scales its kernel, and shifts its bias, as the norm behind it does
# --- before
import dslc
from dslc import Tensor, f32

n, h, w = dslc.dims("n h w")


@dslc.builder("a.py")
def scaled(
    g,
    x: Tensor[f32, n, 2, h, w],
    kernel: Tensor[f32, 3, 2, 1, 1],
    bias: Tensor[f32, 3],
    mean: Tensor[f32, 3],
    variance: Tensor[f32, 3],
):
    g.lines(4)

    g.at("return nn.batch_norm(nn.conv2d(x, kernel, bias), mean, np.abs(variance))")
    y = g.conv2d(x, kernel, bias)                                 # f32[n, 3, h, w]
    spread = g.abs(variance)                                      # f32[3]
    batch_norm = g.batch_norm(y, mean, spread, eps=0.1)           # f32[n, 3, h, w]
    return batch_norm
# --- after
import dslc
from dslc import Tensor, f32

n, h, w = dslc.dims("n h w")


@dslc.builder("a.py")
def scaled(
    g,
    x: Tensor[f32, n, 2, h, w],
    kernel: Tensor[f32, 3, 2, 1, 1],
    bias: Tensor[f32, 3],
    mean: Tensor[f32, 3],
    variance: Tensor[f32, 3],
):
    g.lines(4)

    g.at("return nn.batch_norm(nn.conv2d(x, kernel, bias), mean, np.abs(variance))")
    y = g.conv2d(x, kernel, bias)                                 # f32[n, 3, h, w]
    spread = g.abs(variance)                                      # f32[3]
    batch_norm_add = g.add(spread, 0.1)                           # f32[3]
    batch_norm_sqrt = g.sqrt(batch_norm_add)                      # f32[3]
    batch_norm_divide = g.divide(1.0, batch_norm_sqrt)            # f32[3]
    batch_norm_subtract = g.subtract(bias, mean)                  # f32[3]
    batch_norm_multiply = g.multiply(batch_norm_subtract, batch_norm_divide)  # f32[3]
    batch_norm_index = g.index(batch_norm_divide, g.s_[:, None, None, None])  # f32[3, 1, 1, 1]
    batch_norm_multiply_2 = g.multiply(kernel, batch_norm_index)  # f32[3, 2, 1, 1]
    batch_norm = g.conv2d(x, batch_norm_multiply_2, batch_norm_multiply)  # f32[n, 3, h, w]
    return batch_norm
