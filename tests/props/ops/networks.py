"""Drawn calls of functions of neural networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME, FLOATS, INTEGERS
from dslc.ir.op import Op

from .drawing import Call, Rng, draw_array, draw_dtype, draw_operand, draw_shape, pick

COMMON = [BY_NAME[name] for name in ("f32", "f64")]


# --- operands -----------------------------------------------------------------------------------


def call_of(record: Op, *operands: Any, **attributes: Any) -> Call:
    """A call; an operand that is None is left out."""
    pairs = list(zip(record.operands, operands, strict=True))
    absent = {name: None for name, value in pairs if value is None}
    return Call([value for _, value in pairs if value is not None], {**attributes, **absent})


def float_dtype(rng: Rng) -> np.dtype:
    if rng.random() < 0.05:
        return draw_dtype(rng)
    return pick(rng, COMMON if rng.random() < 0.7 else FLOATS)


def sizes(rng: Rng, count: int, least: int = 0) -> tuple[int, ...]:
    return tuple(int(size) for size in rng.integers(least, 5, count))


def maybe(rng: Rng, make: Callable[[], Any]) -> Any:
    """An optional operand."""
    return make() if rng.random() < 0.6 else None


def plain(rng: Rng, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Numbers without NaN, infinities and huge ones, so that sums say something."""
    return np.asarray(rng.integers(-4, 5, shape) / 2).astype(dtype)


def vector(rng: Rng, size: int, dtype: np.dtype) -> np.ndarray:
    """A number for each of `size`; one in 20 has another size."""
    return draw_array(rng, (size if rng.random() < 0.95 else 2,), dtype)


# --- element by element, along axes -------------------------------------------------------------


def activation(record: Op, rng: Rng) -> Call:
    x = draw_operand(rng, draw_shape(rng))
    if isinstance(x, np.ndarray | np.generic) and rng.random() < 0.9:
        x = x.astype(float_dtype(rng))
    attributes = {name: pick(rng, [0.5, 2.0]) for name in record.attributes if rng.random() < 0.5}
    if record.name == "gelu":
        attributes = {"approximate": pick(rng, ["none", "tanh", "tanh", "other"])}
    return call_of(record, x, **attributes)


def along_axis(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, (*draw_shape(rng, 2), int(rng.integers(5))), float_dtype(rng))
    axis = int(rng.integers(-x.ndim, x.ndim)) if rng.random() < 0.95 else x.ndim
    attributes: dict[str, Any] = {"axis": axis}
    if record.name == "logsumexp":
        attributes["axis"] = pick(rng, [None, axis, tuple(range(x.ndim))])
        attributes["keepdims"] = bool(rng.random() < 0.5)
    return call_of(record, x, **attributes)


def over_axes(record: Op, rng: Rng) -> Call:
    """`layer_norm`, `rms_norm`."""
    x = draw_array(rng, sizes(rng, int(rng.integers(1, 4))), float_dtype(rng))
    count = int(rng.integers(1, x.ndim + 1))
    axes = tuple(int(axis) for axis in rng.permutation(x.ndim)[:count])
    shape = tuple(x.shape[axis] for axis in sorted(axes))
    shape = shape if rng.random() < 0.95 else draw_shape(rng)
    rest = [maybe(rng, lambda: draw_array(rng, shape, x.dtype)) for _ in record.operands[1:]]
    return call_of(record, x, *rest, axis=axes[0] if count == 1 else axes)


def of_channels(record: Op, rng: Rng) -> Call:
    """`batch_norm` and its like."""
    x = draw_array(rng, sizes(rng, int(rng.integers(2, 5)), 1), float_dtype(rng))
    axis = int(rng.integers(x.ndim)) if "axis" in record.attributes else 1
    channels = x.shape[axis]
    rest: list[Any] = []
    for name in record.operands[1:]:
        given = name not in record.optional or rng.random() < 0.6
        rest.append(vector(rng, channels, x.dtype) if given else None)
    attributes: dict[str, Any] = {"axis": axis} if "axis" in record.attributes else {}
    if "groups" in record.attributes:
        attributes["groups"] = pick(rng, [1, 2, channels])
    return call_of(record, x, *rest, **attributes)


def linear(record: Op, rng: Rng) -> Call:
    dtype = float_dtype(rng)
    inputs, outputs = sizes(rng, 2)
    x = draw_array(rng, (*draw_shape(rng, 2), inputs), dtype)
    weight = draw_array(rng, (outputs, inputs if rng.random() < 0.95 else 2), dtype)
    return call_of(record, x, weight, maybe(rng, lambda: vector(rng, outputs, dtype)))


# --- losses -------------------------------------------------------------------------------------


def reduction(rng: Rng, record: Op) -> str:
    more = ["batchmean"] if record.name == "kl_div" else []
    return str(pick(rng, ["mean", "sum", "none", "none", *more]))


def of_pairs(record: Op, rng: Rng) -> Call:
    shape = (*draw_shape(rng, 2), int(rng.integers(4)))
    dtype = float_dtype(rng)
    other = shape if rng.random() < 0.9 else draw_shape(rng)
    pair = draw_array(rng, shape, dtype), draw_array(rng, other, dtype)
    if record.name == "cosine_similarity":
        return call_of(record, *pair, axis=int(rng.integers(-len(shape), len(shape))))
    attributes: dict[str, Any] = {"reduction": reduction(rng, record)}
    if record.name == "kl_div":
        attributes["log_target"] = bool(rng.random() < 0.3)
    if record.name == "soft_cross_entropy":
        attributes["axis"] = int(rng.integers(-len(shape), len(shape)))
    if record.name in ("margin_ranking_loss", "gaussian_nll_loss", "triplet_margin_loss"):
        return call_of(record, *pair, draw_array(rng, shape, dtype), **attributes)
    if record.name == "cosine_embedding_loss":
        return call_of(record, *pair, draw_array(rng, shape[:-1], dtype), **attributes)
    if record.name == "binary_cross_entropy_with_logits":
        return call_of(
            record, *pair, maybe(rng, lambda: draw_array(rng, shape, dtype)), **attributes
        )
    return call_of(record, *pair, **attributes)


def of_labels(record: Op, rng: Rng) -> Call:
    others = sizes(rng, int(rng.integers(3)))
    classes = int(rng.integers(1, 5))
    axis = int(rng.integers(len(others) + 1))
    x = draw_array(rng, (*others[:axis], classes, *others[axis:]), float_dtype(rng))
    shape = others if rng.random() < 0.95 else draw_shape(rng)
    labels = np.asarray(rng.integers(0, classes, shape), pick(rng, INTEGERS))
    attributes: dict[str, Any] = {"axis": axis, "reduction": reduction(rng, record)}
    if rng.random() < 0.4:
        attributes["ignore_index"] = int(rng.integers(classes))
    if record.name == "cross_entropy" and rng.random() < 0.5:
        attributes["label_smoothing"] = 0.25
    weight = maybe(rng, lambda: vector(rng, classes, x.dtype))
    return call_of(record, x, labels, weight, **attributes)


def one_hot(record: Op, rng: Rng) -> Call:
    indices = draw_operand(rng, draw_shape(rng, 2))
    if isinstance(indices, np.ndarray) and rng.random() < 0.8:
        indices = np.asarray(rng.integers(-1, 5, indices.shape), pick(rng, INTEGERS[:4]))
    axis = int(rng.integers(-1, np.ndim(indices) + 1))
    return call_of(
        record, indices, num_classes=int(rng.integers(5)), axis=axis, dtype=draw_dtype(rng)
    )


def embedding(record: Op, rng: Rng) -> Call:
    rows, features = sizes(rng, 2, 1)
    indices = np.asarray(rng.integers(-rows, rows, draw_shape(rng, 2)), pick(rng, INTEGERS[:4]))
    if rng.random() < 0.2:
        indices = draw_operand(rng, draw_shape(rng, 1))
    return call_of(record, indices, draw_array(rng, (rows, features)))


# --- windows ------------------------------------------------------------------------------------


def form(rng: Rng, axes: int, low: int, high: int) -> Any:
    """One integer for all axes, or one for each."""
    each = tuple(int(part) for part in rng.integers(low, high, axes))
    return each[0] if rng.random() < 0.5 else each


def padding(rng: Rng, axes: int) -> Any:
    pairs = tuple((int(a), int(b)) for a, b in rng.integers(0, 3, (axes, 2)))
    return pick(rng, ["valid", "same", pairs, form(rng, axes, 0, 3), form(rng, axes, 0, 3)])


def convolution(record: Op, rng: Rng) -> Call:
    """A convolution over so many axes as the name says; `conv` takes any number."""
    axes = int(record.name[-2]) if record.name[-1] == "d" else int(rng.integers(1, 3))
    dtype, groups = float_dtype(rng), int(rng.integers(1, 3))
    batch, inputs, outputs = sizes(rng, 3, 1)
    transposed = "transpose" in record.name
    channels = groups * inputs if rng.random() < 0.95 else 3
    x = plain(rng, (batch, channels, *sizes(rng, axes, 1)), dtype)
    shape = (groups * inputs, outputs) if transposed else (groups * outputs, inputs)
    weight = plain(rng, (*shape, *sizes(rng, axes, 1 if transposed else 0)), dtype)
    attributes = {
        "stride": form(rng, axes, 1, 3), "dilation": form(rng, axes, 1, 3), "groups": groups,
    }  # fmt: skip
    if record.name == "conv":
        pairs = tuple((int(a), int(b)) for a, b in rng.integers(-1, 3, (axes, 2)))
        return call_of(
            record, x, weight, **attributes, padding=pairs, stretch=form(rng, axes, 1, 4)
        )
    bias = maybe(rng, lambda: vector(rng, groups * outputs, dtype))
    if not transposed:
        return call_of(record, x, weight, bias, **attributes, padding=padding(rng, axes))
    pads = {name: form(rng, axes, 0, 2) for name in ("padding", "output_padding")}
    return call_of(record, x, weight, bias, **attributes, **pads)


def pooling(record: Op, rng: Rng) -> Call:
    axes = int(record.name[-2]) if record.name[-1] == "d" else int(rng.integers(1, 3))
    shape = (*draw_shape(rng, 2), *sizes(rng, axes, 1))
    x = draw_array(rng, shape if rng.random() < 0.95 else draw_shape(rng), float_dtype(rng))
    if record.name == "pool":
        pairs = tuple((int(a), int(b)) for a, b in rng.integers(-1, 3, (axes, 2)))
        given = {name: sizes(rng, axes, 1)[:axes] for name in ("window", "stride", "dilation")}
        return call_of(record, x, kind=pick(rng, ["max", "sum"]), **given, padding=pairs)
    if "size" in record.attributes:
        return call_of(record, x, size=form(rng, axes, 1, 4))
    attributes = {"kernel_size": form(rng, axes, 1, 4), "padding": padding(rng, axes)}
    for name in ("stride", "dilation"):
        if name in record.attributes and rng.random() < 0.5:
            attributes[name] = form(rng, axes, 1, 3)
    if "count_include_pad" in record.attributes:
        attributes["count_include_pad"] = bool(rng.random() < 0.5)
    return call_of(record, x, **attributes)


def over_places(record: Op, rng: Rng) -> Call:
    return call_of(record, draw_array(rng, sizes(rng, int(rng.integers(2, 5))), float_dtype(rng)))


def interpolate(record: Op, rng: Rng) -> Call:
    axes = int(rng.integers(1, 3))
    x = draw_array(rng, sizes(rng, axes + 2, 1), float_dtype(rng))
    by = "size" if rng.random() < 0.5 else "scale_factor"
    given = 1.5 if by == "scale_factor" and rng.random() < 0.2 else form(rng, axes, 1, 4)
    smooth = ["linear"] if axes == 1 else ["bilinear", "bicubic"]
    mode = pick(rng, ["nearest", "nearest-exact", "area", *smooth, *smooth, "trilinear"])
    return call_of(record, x, **{by: given}, mode=mode, align_corners=bool(rng.random() < 0.5))


def shuffle(record: Op, rng: Rng) -> Call:
    factor = int(rng.integers(1, 3))
    batch, channels, height, width = sizes(rng, 4)
    squares = (batch, channels * factor**2, height, width)
    pixels = (batch, channels, height * factor, width * factor)
    shape = squares if record.name == "pixel_shuffle" else pixels
    return call_of(record, draw_array(rng, shape), factor=factor)


def dropout(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng), float_dtype(rng))
    key = rng.integers(0, 2**32, 2).astype(np.uint32)
    attributes = {"rate": pick(rng, [0.0, 0.25, 1.0, 1.5]), "training": bool(rng.random() < 0.8)}
    return call_of(record, x, key, **attributes)


# --- tokens -------------------------------------------------------------------------------------


def attention(record: Op, rng: Rng) -> Call:
    dtype = float_dtype(rng)
    stack = sizes(rng, int(rng.integers(3)), 1)
    queries, keys, dim, features = sizes(rng, 4)
    q, k, v = (
        draw_array(rng, (*stack, *shape), dtype)
        for shape in ((queries, dim), (keys, dim if rng.random() < 0.95 else 2), (keys, features))
    )
    truth = BY_NAME["bool_"] if rng.random() < 0.5 else dtype
    own = stack if rng.random() < 0.5 else ()
    mask = maybe(rng, lambda: draw_array(rng, (*own, queries, keys), truth))
    scale = 0.5 if rng.random() < 0.3 else None
    if len(stack) and (grouped := rng.random() < 0.4):
        q = np.repeat(q, rng.integers(1, 3), axis=-3)
        mask = mask if mask is None or mask.ndim == 2 else mask[..., :1, :, :]
    else:
        grouped = False
    attributes = {"scale": scale, "grouped": bool(grouped)}
    if record.name == "attention_scores":
        return call_of(record, q, k, **attributes)
    window = pick(rng, [None, None, 1, (2, 0), (None, 1), (0, None)])
    attributes.update(causal=bool(rng.random() < 0.4), window=window)
    return call_of(record, q, k, v, mask, **attributes)


def cell(record: Op, rng: Rng) -> Call:
    """One step of a recurrent network; one weight in 20 does not fit."""
    dtype = float_dtype(rng)
    inputs, hidden = sizes(rng, 2, 1)
    stack = draw_shape(rng, 1)
    rows = {"rnn_cell": 1, "gru_cell": 3, "lstm_cell": 4}[record.name] * hidden
    states = [plain(rng, (*stack, hidden), dtype) for _ in record.operands[1:-4]]
    rows_ih = rows if rng.random() < 0.95 else 2
    weights = [plain(rng, (rows_ih, inputs), dtype), plain(rng, (rows, hidden), dtype)]
    biases = [maybe(rng, lambda: vector(rng, rows, dtype)) for _ in range(2)]
    return call_of(record, plain(rng, (*stack, inputs), dtype), *states, *weights, *biases)


def response(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, sizes(rng, int(rng.integers(1, 4))), float_dtype(rng))
    return call_of(record, x, size=int(rng.integers(1, 5)), alpha=pick(rng, [1e-4, 0.5]))


def rope(record: Op, rng: Rng) -> Call:
    tokens, half = sizes(rng, 2)
    dim = 2 * half + int(rng.random() < 0.05)
    x = draw_array(rng, (*draw_shape(rng, 2), tokens, dim), float_dtype(rng))
    positions = np.arange(tokens).astype(pick(rng, [*COMMON, *INTEGERS]))
    return call_of(record, x, positions, base=100.0, interleaved=bool(rng.random() < 0.5))


Draw = Callable[[Op, Rng], Call]
NETWORKS: dict[str, Draw] = {
    **dict.fromkeys(
        ("relu", "relu6", "leaky_relu", "elu", "selu", "celu", "sigmoid", "log_sigmoid",
         "softplus", "softsign", "hard_sigmoid", "hard_tanh", "silu", "hard_swish", "mish", "gelu"),
        activation,
    ),
    **dict.fromkeys(
        ("softmax", "log_softmax", "logsumexp", "normalize", "glu", "masked_softmax"), along_axis
    ),
    **dict.fromkeys(("layer_norm", "rms_norm"), over_axes),
    **dict.fromkeys(
        ("batch_norm", "batch_norm_training", "group_norm", "instance_norm"), of_channels
    ),
    **dict.fromkeys(
        ("mse_loss", "l1_loss", "huber_loss", "smooth_l1_loss", "cosine_similarity", "kl_div",
         "binary_cross_entropy_with_logits", "soft_cross_entropy", "binary_cross_entropy",
         "poisson_nll_loss", "gaussian_nll_loss", "soft_margin_loss", "hinge_embedding_loss",
         "margin_ranking_loss", "cosine_embedding_loss", "triplet_margin_loss"),
        of_pairs,
    ),
    **dict.fromkeys(("cross_entropy", "nll_loss"), of_labels),
    **dict.fromkeys(
        ("conv", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
         "conv_transpose3d"),
        convolution,
    ),
    **dict.fromkeys(
        ("pool", "max_pool1d", "max_pool2d", "max_pool3d", "avg_pool1d", "avg_pool2d",
         "avg_pool3d", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_max_pool1d",
         "adaptive_max_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool3d"),
        pooling,
    ),
    **dict.fromkeys(("global_avg_pool", "global_max_pool"), over_places),
    "linear": linear, "one_hot": one_hot, "rope": rope,
    **dict.fromkeys(("scaled_dot_product_attention", "attention_scores"), attention),
    **dict.fromkeys(("rnn_cell", "gru_cell", "lstm_cell"), cell), "local_response_norm": response,
    "embedding": embedding, "interpolate": interpolate, "dropout": dropout,
    **dict.fromkeys(("pixel_shuffle", "pixel_unshuffle"), shuffle),
}  # fmt: skip
