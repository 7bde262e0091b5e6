# choose_layouts: a network on rows of channels computes on planes, as its convolutions do
# --- before
import dslc
from dslc import Tensor, f32

n, h, w = dslc.dims("n h w")


@dslc.builder("a.py")
def block(
    g,
    x: Tensor[f32, n, h, w, 2],
    kernel: Tensor[f32, 2, 2, 1, 1],
    scale: Tensor[f32, 2],
    mean: Tensor[f32, 2],
    spread: Tensor[f32, 2],
):
    g.lines(4, 5, 6, 7)

    g.at("y = np.moveaxis(nn.conv2d(np.moveaxis(x, -1, 1), kernel), 1, -1)")
    y_planes = g.transpose(x, axes=(0, 3, 1, 2))                  # f32[n, 2, h, w]
    y_conv = g.conv2d(y_planes, kernel)                           # f32[n, 2, h, w]
    y = g.transpose(y_conv, axes=(0, 2, 3, 1))                    # f32[n, h, w, 2]

    g.at("y = nn.batch_norm(np.maximum(y * scale, 0.0), mean, spread * spread, axis=-1)")
    y_scaled = g.multiply(y, scale)                               # f32[n, h, w, 2]
    y_relu = g.maximum(y_scaled, 0.0)                             # f32[n, h, w, 2]
    y_spread = g.multiply(spread, spread)                         # f32[2]
    y_2 = g.batch_norm(y_relu, mean, y_spread, axis=3)            # f32[n, h, w, 2]

    g.at("z = np.moveaxis(nn.conv2d(np.moveaxis(y, -1, 1), kernel), 1, -1)")
    z_planes = g.transpose(y_2, axes=(0, 3, 1, 2))                # f32[n, 2, h, w]
    z_conv = g.conv2d(z_planes, kernel)                           # f32[n, 2, h, w]
    z = g.transpose(z_conv, axes=(0, 2, 3, 1))                    # f32[n, h, w, 2]

    g.at("z = z + y * nn.sigmoid(z)")
    z_sigmoid = g.sigmoid(z)                                      # f32[n, h, w, 2]
    z_gated = g.multiply(y_2, z_sigmoid)                          # f32[n, h, w, 2]
    z_2 = g.add(z, z_gated)                                       # f32[n, h, w, 2]
    return z_2
# --- after
import dslc
from dslc import Tensor, f32

n, h, w = dslc.dims("n h w")


@dslc.builder("a.py")
def block(
    g,
    x: Tensor[f32, n, h, w, 2],
    kernel: Tensor[f32, 2, 2, 1, 1],
    scale: Tensor[f32, 2],
    mean: Tensor[f32, 2],
    spread: Tensor[f32, 2],
):
    g.lines(4, 5, 6, 7)

    g.at("y = np.moveaxis(nn.conv2d(np.moveaxis(x, -1, 1), kernel), 1, -1)")
    y_planes = g.transpose(x, axes=(0, 3, 1, 2))                  # f32[n, 2, h, w]
    y_conv = g.conv2d(y_planes, kernel)                           # f32[n, 2, h, w]
    y = g.transpose(y_conv, axes=(0, 2, 3, 1))                    # f32[n, h, w, 2]

    g.at("y = nn.batch_norm(np.maximum(y * scale, 0.0), mean, spread * spread, axis=-1)")
    multiply_expand_dims = g.expand_dims(scale, (1, 2))           # f32[2, 1, 1]
    y_scaled = g.multiply(y_conv, multiply_expand_dims)           # f32[n, 2, h, w]
    y_relu = g.maximum(y_scaled, 0.0)                             # f32[n, 2, h, w]
    y_spread = g.multiply(spread, spread)                         # f32[2]
    y_2 = g.batch_norm(y_relu, mean, y_spread)                    # f32[n, 2, h, w]

    g.at("z = np.moveaxis(nn.conv2d(np.moveaxis(y, -1, 1), kernel), 1, -1)")
    z_conv = g.conv2d(y_2, kernel)                                # f32[n, 2, h, w]
    z = g.transpose(z_conv, axes=(0, 2, 3, 1))                    # f32[n, h, w, 2]

    g.at("z = z + y * nn.sigmoid(z)")
    z_sigmoid = g.sigmoid(z_conv)                                 # f32[n, 2, h, w]
    z_gated = g.multiply(y_2, z_sigmoid)                          # f32[n, 2, h, w]
    add = g.add(z_conv, z_gated)                                  # f32[n, 2, h, w]
    add_transpose = g.transpose(add, axes=(0, 2, 3, 1))           # f32[n, h, w, 2]
    z_2 = g.copy(add_transpose)                                   # f32[n, h, w, 2]
    return z_2
