"""Functions of neural networks natively, in one kernel; convolution and pooling to the bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import f32, f64, i64
from dslc.ir.types import TensorType, Type

Check = Callable[..., None]
b, c, h, w, t, d = dims("b c h w t d")
rng = np.random.default_rng(5)

ACTIVATIONS = (
    "relu", "relu6", "leaky_relu", "elu", "selu", "celu", "sigmoid", "log_sigmoid", "softplus",
    "softsign", "hard_sigmoid", "hard_tanh", "silu", "hard_swish", "mish", "gelu", "erf", "erfc",
    "softmax", "log_softmax", "logsumexp", "layer_norm", "rms_norm", "normalize", "global_avg_pool",
)  # fmt: skip
LOSSES = ("mse_loss", "l1_loss", "huber_loss", "smooth_l1_loss", "cosine_similarity",
          "binary_cross_entropy_with_logits", "soft_cross_entropy")  # fmt: skip


def array(dtype: type, *shape: Any) -> Type:
    return TensorType(np.dtype(dtype), shape)


def test_networks(agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any, q: Any, k: Any, mask: Any, labels: Any) -> Any:
        results = [getattr(g, name)(x) for name in ACTIVATIONS]
        results += [getattr(g, name)(x, y) for name in LOSSES]
        results += [
            g.gelu(x, approximate="tanh"),
            *g.batch_norm_training(x),
            g.scaled_dot_product_attention(q, k, k),
            g.scaled_dot_product_attention(q, k, k, causal=True),
            g.scaled_dot_product_attention(q, k, k, mask, scale=0.5),
            g.rope(q, g.arange(t)),
            g.rope(q, g.arange(t), interleaved=True),
            g.cross_entropy(q, labels, reduction="none"),
            g.interpolate(x, size=(3, 7), mode="bilinear"),
            g.cross_entropy(q, labels, label_smoothing=0.1, ignore_index=2),
        ]
        return tuple(results)

    parameters = {
        "x": array(f64, b, c, h, w), "y": array(f64, b, c, h, w), "q": array(f32, b, t, d),
        "k": array(f32, b, t, d), "mask": array(np.bool_, t, t), "labels": array(i64, b, t),
    }  # fmt: skip

    def call(*shape: int) -> list[Any]:
        x, y = (3 * rng.standard_normal((2, *shape)) for _ in range(2))
        q, k = rng.standard_normal((2, 2, 5, 6)).astype(f32)
        mask = rng.random((5, 5)) < 0.4
        return [x, y, q, k, mask, rng.integers(0, 6, (2, 5))]

    def sizes(x: np.ndarray, *_: Any) -> dict[str, int]:
        return {**dict(zip("bchw", x.shape, strict=True)), "t": 5, "d": 6}

    agree(text, parameters, [call(3, 4, 5), call(1, 1, 1)], sizes=sizes, ulp=5000)


def test_windows(agree: Check) -> None:
    """Of whole numbers, whose sums are exact in any order."""

    def text(g: Builder, x: Any, weight: Any, bias: Any, line: Any, taps: Any) -> Any:
        return (
            g.conv2d(x, weight, bias),
            g.conv2d(x, weight, stride=2, padding="same"),
            g.conv2d(x, weight, padding=((2, 0), (0, 3)), dilation=(1, 2)),
            g.conv1d(line, taps, groups=2, padding=1),
            g.conv_transpose1d(line, taps, stride=3, padding=1, output_padding=1, groups=2),
            g.conv_transpose2d(x, g.transpose(weight, (1, 0, 2, 3)), bias, stride=2, dilation=2),
            g.conv(line, taps, stride=2, padding=((-1, 4),), dilation=3, stretch=4, groups=2),
            g.max_pool2d(x, kernel_size=2),
            g.max_pool2d(x, kernel_size=3, stride=(1, 2), padding=1),
            g.max_pool1d(x, kernel_size=2, stride=1, dilation=2),
            g.avg_pool2d(x, kernel_size=2, padding=1),
            g.avg_pool2d(x, kernel_size=(3, 2), stride=1, padding=1, count_include_pad=False),
            g.adaptive_avg_pool2d(x, size=1),
            g.interpolate(x, scale_factor=2),
            g.pixel_shuffle(g.conv2d(x, weight), factor=2),
            g.embedding(g.cast(g.abs(line), i64), g.reshape(weight, (24, 3))),
        )

    parameters = {
        "x": array(f32, b, 3, 6, 7), "weight": array(f32, 4, 3, 3, 2), "bias": array(f32, 4),
        "line": array(f64, b, 4, w), "taps": array(f64, 4, 2, 3),
    }  # fmt: skip

    def call(batch: int, width: int) -> list[Any]:
        shapes = ((batch, 3, 6, 7), (4, 3, 3, 2), (4,), (batch, 4, width), (4, 2, 3))
        made = [rng.integers(-9, 10, shape).astype(f64) for shape in shapes]
        return [*(each.astype(f32) for each in made[:3]), *made[3:]]

    def sizes(x: np.ndarray, weight: Any, bias: Any, line: np.ndarray, taps: Any) -> dict[str, int]:
        return {"b": x.shape[0], "w": line.shape[2]}

    agree(text, parameters, [call(2, 8), call(1, 5), call(0, 3), call(1, 1)], sizes=sizes)


def test_padding_adds_nothing(agree: Check) -> None:
    def text(g: Builder, x: Any, weight: Any) -> Any:
        return g.conv1d(x, weight, padding=1), g.max_pool1d(x, kernel_size=2, padding=1, stride=1)

    parameters = {"x": array(f64, 1, 1, w), "weight": array(f64, 1, 1, 2)}
    x, weight = np.array([[[-np.inf, np.nan, -0.0, 1.0]]]), np.array([[[np.inf, 0.5]]])
    agree(text, parameters, [[x, weight]], sizes=lambda x, _: {"w": x.shape[2]})
