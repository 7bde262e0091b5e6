"""Convolution over one, two or three axes, and its transpose.

`x` is `[batch, channels, ...]`, `weight` is `[outputs, channels / groups, ...]`. As everywhere in
this field the window is not mirrored: it is a cross-correlation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.op import RuleError, op

from .operands import check_equal, check_rank, floats
from .windows import Paddings, conv, each_axis

AXES = {1: "length", 2: "height, width", 3: "depth, height, width"}


def padded(
    padding: Any, shape: tuple[Size, ...], window: tuple[Size, ...], stride: Any, dilation: Any
) -> Paddings:
    """What is padded before and after each axis.

    Args:
        padding: integers, one for all axes or one for each, pairs of integers, "valid" for none, or
            "same" for a result with `ceil(size / stride)` windows.
        shape: the sizes of these axes.
        window: those of the window.
        stride: of each axis.
        dilation: of each axis.

    Raises:
        RuleError: `argument-mismatch`, also where "same" depends on a size of the call.
    """
    axes = len(shape)
    if padding == "valid":
        return ((0, 0),) * axes
    if padding == "same":
        each = zip(shape, window, stride, dilation, strict=True)
        return tuple(_same(*parts) for parts in each)
    if isinstance(padding, str):
        message = f'`padding` is "same", "valid" or integers, not "{padding}"'
        raise RuleError("argument-mismatch", message)
    if isinstance(padding, tuple | list) and any(isinstance(p, tuple | list) for p in padding):
        return tuple(map(tuple, padding))
    return tuple((number, number) for number in each_axis(padding, axes, "padding", least=0))


def _same(size: Size, window: Size, stride: int, dilation: int) -> tuple[int, int]:
    """The padding with which there are `ceil(size / stride)` windows, the odd one after."""
    # The last window starts at the last multiple of the stride that is less than the size.
    last = (size - 1) % stride
    total = (window - 1) * dilation - last
    if not isinstance(total, int):
        raise RuleError(
            "argument-mismatch",
            'padding "same" depends on a size that is known only at the call',
            help="write the padding as integers",
        )
    before = max(total, 0) // 2
    return before, max(total, 0) - before


def _convolution(
    axes: int, x: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int
) -> Any:
    x, weight = floats(x), floats(weight, "weight")
    check_rank(x, axes + 2, "x", f"[batch, channels, {AXES[axes]}]")
    check_rank(weight, axes + 2, "weight", f"[outputs, channels / groups, {AXES[axes]}]")
    stride, dilation = each_axis(stride, axes, "stride"), each_axis(dilation, axes, "dilation")
    pads = padded(padding, x.shape[2:], weight.shape[2:], stride, dilation)
    ones = (1,) * axes
    y = conv(x, weight, stride=stride, padding=pads, dilation=dilation, stretch=ones, groups=groups)
    return _biased(y, bias)


def _biased(y: Any, bias: Any) -> Any:
    """A number more for each output channel."""
    if bias is None:
        return y
    bias = floats(bias, "bias")
    check_rank(bias, 1, "bias", "[outputs]")
    message = f"`bias` has {bias.shape[0]} numbers for {y.shape[1]} output channels"
    check_equal(bias.shape[0], y.shape[1], message)
    return y + bias[(slice(None), *(None,) * (y.ndim - 2))]


@op(public="nn.conv1d", expands=True)
def conv1d(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """Convolution of `[batch, channels, length]` with `[outputs, channels / groups, width]`.

    `y[o, i] = bias[o] + sum(weight[o, c, k] * x[c, i * stride + k * dilation - padding])`. The
    padding is an integer, a pair `((before, after),)`, "valid" or "same".

    >>> x, weight = np.array([[[1.0, 2.0, 4.0]]]), np.array([[[1.0, 10.0]]])
    >>> dslc.nn.conv1d(x, weight, padding=1)
    array([[[10., 21., 42.,  4.]]])
    """
    return _convolution(1, x, weight, bias, stride, padding, dilation, groups)


@op(public="nn.conv2d", expands=True)
def conv2d(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """Convolution of `[batch, channels, height, width]`, see `conv1d`.

    The weight is `[outputs, channels / groups, height, width]`, the bias `[outputs]`. `stride`,
    `padding` and `dilation` are one integer or two; `padding` may also be two pairs `(before,
    after)`, "valid", or "same" for a result of `ceil(size / stride)`. With `groups`, every group of
    output channels sees its own group of input channels.

    >>> dslc.nn.conv2d(np.ones((1, 1, 3, 3)), np.ones((1, 1, 3, 3)), padding="same")
    array([[[[4., 6., 4.],
             [6., 9., 6.],
             [4., 6., 4.]]]])
    """
    return _convolution(2, x, weight, bias, stride, padding, dilation, groups)


@op(public="nn.conv3d", expands=True)
def conv3d(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """Convolution of `[batch, channels, depth, height, width]`, see `conv2d`.

    >>> dslc.nn.conv3d(np.ones((1, 1, 2, 2, 2)), np.ones((1, 1, 2, 2, 2)))
    array([[[[[8.]]]]])
    """
    return _convolution(3, x, weight, bias, stride, padding, dilation, groups)


# --- transposed ---------------------------------------------------------------------------------


def _transposed(
    axes: int,
    x: Any,
    weight: Any,
    bias: Any,
    *,
    stride: Any,
    padding: Any,
    output_padding: Any,
    **form: Any,
) -> Any:
    """A convolution of the stretched input with the mirrored weight, channels swapped.

    `form` is the `dilation` and the `groups`.
    """
    x, weight = floats(x), floats(weight, "weight")
    check_rank(x, axes + 2, "x", f"[batch, channels, {AXES[axes]}]")
    check_rank(weight, axes + 2, "weight", f"[channels, outputs / groups, {AXES[axes]}]")
    channels, outputs, *window = weight.shape
    if not all(isinstance(size, int) for size in window):
        message = "the window of a transposed convolution is known while building"
        raise RuleError("argument-mismatch", message)
    stride, dilation = (
        each_axis(stride, axes, "stride"),
        each_axis(form["dilation"], axes, "dilation"),
    )
    before = each_axis(padding, axes, "padding", least=0)
    more = each_axis(output_padding, axes, "output_padding", least=0)
    (groups,) = each_axis(form["groups"], 1, "groups")
    message = f"the input has {x.shape[1]} channels, and the weight takes {channels}"
    check_equal(x.shape[1], channels, message)
    check_equal(
        channels,
        groups * (channels // groups),
        f"{channels} channels do not fall into {groups} equal groups",
    )
    spans = [(size - 1) * d for size, d in zip(window, dilation, strict=True)]
    pads = tuple((s - p, s - p + m) for s, p, m in zip(spans, before, more, strict=True))
    split = np.reshape(weight, (groups, channels // groups, outputs, *window))
    swapped = np.transpose(split, (0, 2, 1, *range(3, axes + 3)))
    joined = np.reshape(swapped, (groups * outputs, channels // groups, *window))
    mirrored = joined[(slice(None), slice(None), *(slice(None, None, -1),) * axes)]
    ones = (1,) * axes
    y = conv(
        x, mirrored, stride=ones, padding=pads, dilation=dilation, stretch=stride, groups=groups
    )
    return _biased(y, bias)


@op(public="nn.conv_transpose1d", expands=True)
def conv_transpose1d(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """The transpose of `conv1d`: every element of `x` adds its window of the weight to the result.

    `x` is `[batch, channels, length]`, the weight `[channels, outputs / groups, width]`. The result
    has `(length - 1) * stride - 2 * padding + dilation * (width - 1) + output_padding + 1` places.

    >>> x, weight = np.array([[[1.0, 2.0]]]), np.array([[[1.0, 10.0]]])
    >>> dslc.nn.conv_transpose1d(x, weight, stride=2)
    array([[[ 1., 10.,  2., 20.]]])
    """
    form = {"output_padding": output_padding, "dilation": dilation, "groups": groups}
    return _transposed(1, x, weight, bias, stride=stride, padding=padding, **form)


@op(public="nn.conv_transpose2d", expands=True)
def conv_transpose2d(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """The transpose of `conv2d`, see `conv_transpose1d`; `[batch, channels, height, width]`.

    >>> dslc.nn.conv_transpose2d(np.ones((1, 1, 2, 2)), np.ones((1, 1, 2, 2)))
    array([[[[1., 2., 1.],
             [2., 4., 2.],
             [1., 2., 1.]]]])
    """
    form = {"output_padding": output_padding, "dilation": dilation, "groups": groups}
    return _transposed(2, x, weight, bias, stride=stride, padding=padding, **form)


@op(public="nn.conv_transpose3d", expands=True)
def conv_transpose3d(
    x: Any,
    weight: Any,
    bias: Any = None,
    *,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Any:
    """The transpose of `conv3d`, see `conv_transpose1d`; `[batch, channels, depth, height, width]`.

    >>> dslc.nn.conv_transpose3d(np.ones((1, 1, 1, 1, 2)), np.ones((1, 1, 1, 1, 2)))
    array([[[[[1., 2., 1.]]]]])
    """
    form = {"output_padding": output_padding, "dilation": dilation, "groups": groups}
    return _transposed(3, x, weight, bias, stride=stride, padding=padding, **form)
