# fold_batch_norm: a convolution that somebody else reads stays, and so does its batch norm
# --- before
import dslc
from dslc import Tensor, f32

n, h, w = dslc.dims("n h w")


@dslc.builder("a.py")
def kept(g, x: Tensor[f32, n, 2, h, w], kernel: Tensor[f32, 3, 2, 1, 1], mean: Tensor[f32, 3]):
    g.lines(4, 5)

    g.at("y = nn.conv2d(x, kernel)")
    y = g.conv2d(x, kernel)                                       # f32[n, 3, h, w]

    g.at("return y, nn.batch_norm(y, mean, np.abs(mean))")
    spread = g.abs(mean)                                          # f32[3]
    result = g.batch_norm(y, mean, spread, eps=0.1)               # f32[n, 3, h, w]
    return y, result
# --- after
import dslc
from dslc import Tensor, f32

n, h, w = dslc.dims("n h w")


@dslc.builder("a.py")
def kept(g, x: Tensor[f32, n, 2, h, w], kernel: Tensor[f32, 3, 2, 1, 1], mean: Tensor[f32, 3]):
    g.lines(4, 5)

    g.at("y = nn.conv2d(x, kernel)")
    y = g.conv2d(x, kernel)                                       # f32[n, 3, h, w]

    g.at("return y, nn.batch_norm(y, mean, np.abs(mean))")
    spread = g.abs(mean)                                          # f32[3]
    result = g.batch_norm(y, mean, spread, eps=0.1)               # f32[n, 3, h, w]
    return y, result
