"""Networks: what frameworks are made for."""

import numpy as np

import dslc
from dslc import Tensor, f32, graph, nn

batch, tokens, width, inner, inputs, outputs, time = dslc.dims(
    "batch tokens width inner inputs outputs time"
)
channels, rows, columns = dslc.dims("channels rows columns")


@graph
def mlp(
    x: Tensor[f32, batch, inputs],
    w1: Tensor[f32, inputs, inner],
    b1: Tensor[f32, inner],
    w2: Tensor[f32, inner, inner],
    b2: Tensor[f32, inner],
    w3: Tensor[f32, inner, outputs],
    b3: Tensor[f32, outputs],
):
    """Three layers."""
    h = np.maximum(x @ w1 + b1, np.float32(0.0))
    h = np.maximum(h @ w2 + b2, np.float32(0.0))
    return h @ w3 + b3


@graph
def gru(
    xs: Tensor[f32, time, batch, width],
    h: Tensor[f32, batch, inner],
    wi: Tensor[f32, width, 3 * inner],
    wh: Tensor[f32, inner, 3 * inner],
    bi: Tensor[f32, 3 * inner],
    bh: Tensor[f32, 3 * inner],
):
    """The last state of a gated recurrent unit."""
    units = h.shape[1]
    one = np.float32(1.0)
    for t in range(xs.shape[0]):
        gi = xs[t] @ wi + bi
        gh = h @ wh + bh
        r = one / (one + np.exp(-(gi[:, :units] + gh[:, :units])))
        z = one / (one + np.exp(-(gi[:, units : 2 * units] + gh[:, units : 2 * units])))
        c = np.tanh(gi[:, 2 * units :] + r * gh[:, 2 * units :])
        h = (one - z) * c + z * h
    return h


@graph
def transformer_block(
    x: Tensor[f32, batch, tokens, 768],
    wq: Tensor[f32, 768, 768],
    wk: Tensor[f32, 768, 768],
    wv: Tensor[f32, 768, 768],
    wo: Tensor[f32, 768, 768],
    w1: Tensor[f32, 768, 3072],
    w2: Tensor[f32, 3072, 768],
    g1: Tensor[f32, 768],
    g2: Tensor[f32, 768],
):
    """A block of an encoder: attention with 12 heads, and two layers."""
    b, t = x.shape[0], x.shape[1]
    y = nn.layer_norm(x, g1)
    q = np.transpose(np.reshape(y @ wq, (b, t, 12, 64)), (0, 2, 1, 3))
    k = np.transpose(np.reshape(y @ wk, (b, t, 12, 64)), (0, 2, 3, 1))
    v = np.transpose(np.reshape(y @ wv, (b, t, 12, 64)), (0, 2, 1, 3))
    seen = nn.softmax(q @ k * np.float32(0.125)) @ v
    x = x + np.reshape(np.transpose(seen, (0, 2, 1, 3)), (b, t, 768)) @ wo
    return x + nn.gelu(nn.layer_norm(x, g2) @ w1) @ w2


@graph
def conv_block(
    x: Tensor[f32, batch, channels, rows, columns],
    weight: Tensor[f32, channels, channels, 3, 3],
    bias: Tensor[f32, channels],
):
    """A convolution, and a rectifier."""
    return np.maximum(nn.conv2d(x, weight, bias, padding=1), np.float32(0.0))
