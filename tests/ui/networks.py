import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph, i64, nn

b, h, w, n, m = dims("b h w n m")


@graph
def channels(x: Tensor[f32, b, 3, h, w], weight: Tensor[f32, 8, 4, 3, 3]):
    return dslc.nn.conv2d(x, weight)  # error: [shape-mismatch]


@graph
def groups(x: Tensor[f32, b, 4, h, w], weight: Tensor[f32, 6, 1, 3, 3]):
    return nn.conv2d(x, weight, groups=4)  # error: [shape-mismatch]


@graph
def window(x: Tensor[f32, b, 4, 2, 2], weight: Tensor[f32, 6, 4, 5, 5]):
    return nn.conv2d(x, weight, padding=1)  # error: [shape-mismatch]


@graph
def heads(q: Tensor[f32, b, n, 64], k: Tensor[f32, b, n, 32], v: Tensor[f32, b, n, 32]):
    return nn.scaled_dot_product_attention(q, k, v)  # error: [shape-mismatch]


@graph
def axis(x: Tensor[f32, n, m]):
    return nn.softmax(x, axis=2)  # error: [axis-out-of-range]


@graph
def weight(x: Tensor[f32, n, 512], scale: Tensor[f32, 256]):
    return nn.layer_norm(x, scale)  # error: [shape-mismatch]


@graph
def whole(x: Tensor[i64, n]):
    return nn.gelu(x)  # error: [dtype-mismatch]


@graph
def mixed(x: Tensor[f32, b, 3, h, w], weight: Tensor[dslc.f64, 8, 3, 3, 3]):
    return nn.conv2d(x, weight)  # error: [dtype-mismatch]


@graph
def labels(logits: Tensor[f32, n, 10], label: Tensor[i64, n, 10]):
    return nn.cross_entropy(logits, label)  # error: [rank-mismatch]


@graph
def words(x: Tensor[f32, n, m], y: Tensor[f32, n, m]):
    return nn.mse_loss(x, y, reduction="average")  # error: [argument-mismatch]


@graph
def stretched(x: Tensor[f32, n, 1], y: Tensor[f32, n, 10]):
    return np.sqrt(nn.mse_loss(x, y))  # error: [shape-mismatch]
# --- diagnostics ---
error[shape-mismatch]: in `nn.conv2d`: the input has 3 channels, and the weight takes 4
  --> networks.py:11:12
   |
11 |     return dslc.nn.conv2d(x, weight)
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^ x is f32[b, 3, h, w]; weight is f32[8, 4, 3, 3]

error[shape-mismatch]: in `nn.conv2d`: 6 output channels do not fall into 4 equal groups
  --> networks.py:16:12
   |
16 |     return nn.conv2d(x, weight, groups=4)
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ x is f32[b, 4, h, w]; weight is f32[6, 1, 3, 3]

error[shape-mismatch]: in `nn.conv2d`: a window of 5 is larger than the padded axis of 4
  --> networks.py:21:12
   |
21 |     return nn.conv2d(x, weight, padding=1)
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ x is f32[b, 4, 2, 2]; weight is f32[6, 4, 5, 5]
help: add padding or take a smaller window

error[shape-mismatch]: in `nn.scaled_dot_product_attention`: the queries have 64 numbers each, and the keys have 32
  --> networks.py:26:12
   |
26 |     return nn.scaled_dot_product_attention(q, k, v)
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ q is f32[b, n, 64]; k is f32[b, n, 32]; v is f32[b, n, 32]

error[axis-out-of-range]: in `nn.softmax`: `max` of an array of rank 2 has no axis 2
  --> networks.py:31:23
   |
31 |     return nn.softmax(x, axis=2)
   |                       ^ x is f32[n, m]

error[shape-mismatch]: in `nn.layer_norm`: `weight` has the shape of the normalized axes, (512,)
  --> networks.py:36:12
   |
36 |     return nn.layer_norm(x, scale)
   |            ^^^^^^^^^^^^^^^^^^^^^^^ x is f32[n, 512]; weight is f32[256]

error[dtype-mismatch]: in `nn.gelu`: `x` is of floats, and this is i64
  --> networks.py:41:20
   |
41 |     return nn.gelu(x)
   |                    ^ x is i64[n]
help: cast it: `x.astype(np.float32)`

error[dtype-mismatch]: in `nn.conv2d`: the input and the weight are floats of one dtype
  --> networks.py:46:12
   |
46 |     return nn.conv2d(x, weight)
   |            ^^^^^^^^^^^^^^^^^^^^ x is f32[b, 3, h, w]; weight is f64[8, 3, 3, 3]

error[rank-mismatch]: in `nn.cross_entropy`: the labels have the shape (n,), without the classes
  --> networks.py:51:12
   |
51 |     return nn.cross_entropy(logits, label)
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ logits is f32[n, 10]; labels is i64[n, 10]

error[argument-mismatch]: in `nn.mse_loss`: `reduction` is one of "mean", "sum", "none", not 'average'
  --> networks.py:56:12
   |
56 |     return nn.mse_loss(x, y, reduction="average")
   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ x is f32[n, m]; target is f32[n, m]

error[shape-mismatch]: in `nn.mse_loss`: `x` and `target` have one shape
  --> networks.py:61:20
   |
61 |     return np.sqrt(nn.mse_loss(x, y))
   |                    ^^^^^^^^^^^^^^^^^ x is f32[n, 1]; target is f32[n, 10]
