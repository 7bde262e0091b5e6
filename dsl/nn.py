"""Functions of neural networks: on NumPy arrays, and as ops in graph functions.

Each says in its docstring what it computes and from where: `help(dslc.nn.gelu)`.
"""

from dslc.ir.ops.activations import (
    gelu,
    glu,
    hard_sigmoid,
    hard_swish,
    hard_tanh,
    leaky_relu,
    relu,
    relu6,
    sigmoid,
    silu,
    softsign,
)
from dslc.ir.ops.attention import (
    rope,
    scaled_dot_product_attention,
)
from dslc.ir.ops.classes import (
    embedding,
    one_hot,
)
from dslc.ir.ops.convolution import (
    conv1d,
    conv2d,
    conv3d,
    conv_transpose1d,
    conv_transpose2d,
)
from dslc.ir.ops.dropout import (
    dropout,
)
from dslc.ir.ops.losses import (
    cosine_similarity,
    cross_entropy,
    huber_loss,
    kl_div,
    l1_loss,
    mse_loss,
    nll_loss,
    smooth_l1_loss,
    soft_cross_entropy,
)
from dslc.ir.ops.nn import (
    linear,
    log_softmax,
    logsumexp,
    softmax,
)
from dslc.ir.ops.normalization import (
    batch_norm,
    batch_norm_training,
    group_norm,
    instance_norm,
    layer_norm,
    normalize,
    rms_norm,
)
from dslc.ir.ops.pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_max_pool1d,
    adaptive_max_pool2d,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    global_avg_pool,
    global_max_pool,
    max_pool1d,
    max_pool2d,
    max_pool3d,
)
from dslc.ir.ops.resampling import (
    interpolate,
    pixel_shuffle,
    pixel_unshuffle,
)

swish = silu

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "batch_norm_training",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "cosine_similarity",
    "cross_entropy",
    "dropout",
    "embedding",
    "gelu",
    "global_avg_pool",
    "global_max_pool",
    "glu",
    "group_norm",
    "hard_sigmoid",
    "hard_swish",
    "hard_tanh",
    "huber_loss",
    "instance_norm",
    "interpolate",
    "kl_div",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "logsumexp",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "mse_loss",
    "nll_loss",
    "normalize",
    "one_hot",
    "pixel_shuffle",
    "pixel_unshuffle",
    "relu",
    "relu6",
    "rms_norm",
    "rope",
    "scaled_dot_product_attention",
    "sigmoid",
    "silu",
    "smooth_l1_loss",
    "soft_cross_entropy",
    "softmax",
    "softsign",
    "swish",
]
