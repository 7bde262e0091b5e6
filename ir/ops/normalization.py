"""Normalization: values along axes brought to mean 0 and variance 1, or to length 1.

Floats of 16 bits are computed with in f32; the result has the dtype of `x`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.op import RuleError, op

from . import attributes
from .operands import (
    check_equal,
    check_shape,
    count,
    floats,
    narrow,
    of_floats,
    shape_text,
    wide,
)


def _standardized(x: Any, axes: tuple[int, ...], eps: float) -> Any:
    """`x` less its mean, divided by its standard deviation, `eps` added to the variance."""
    centered = x - np.mean(x, axis=axes, keepdims=True)
    variance = np.mean(centered * centered, axis=axes, keepdims=True)
    return centered / np.sqrt(variance + eps)


def _affine(y: Any, weight: Any, bias: Any, axes: Sequence[int]) -> Any:
    """`y * weight + bias`, whose own axes are these of `y`."""
    key = tuple(slice(None) if axis in axes else None for axis in range(min(axes), y.ndim))
    if weight is not None:
        y = y * wide(floats(weight, "weight"))[key]
    if bias is not None:
        y = y + wide(floats(bias, "bias"))[key]
    return y


def _check_affine(x: Any, axes: Sequence[int], **operands: Any) -> None:
    """Refuse a weight or bias without one element for each place on these axes of `x`."""
    sizes = [x.shape[axis] for axis in axes]
    for role, value in operands.items():
        if value is not None:
            message = f"`{role}` has the shape of the normalized axes, {shape_text(sizes)}"
            check_shape(value, sizes, message)


def _channels(x: Any, axis: int, name: str, **operands: Any) -> int:
    """The axis of the channels, counted from the front; the operands have one number for each."""
    number = attributes.axis(axis, x.ndim, f"`{name}`")
    for role, value in operands.items():
        if value is not None:
            message = f"`{role}` has one number for each of the {x.shape[number]} channels"
            check_shape(value, [x.shape[number]], message)
    return number


# --- along axes ---------------------------------------------------------------------------------


@op(public="nn.layer_norm", expands=True)
@of_floats
def layer_norm(
    x: Any, weight: Any = None, bias: Any = None, *, axis: Any = -1, eps: float = 1e-5
) -> Any:
    """Values of mean 0 and variance 1 along one axis or several, then times `weight` plus `bias`.

    `(x - mean) / sqrt(variance + eps) * weight + bias`. Ba, Kiros and Hinton, 2016. Weight and bias
    have the shape of the normalized axes, in the order in which `x` has them.

    >>> dslc.nn.layer_norm(np.array([[1.0, 3.0], [2.0, 2.0]]), eps=0.0001)
    array([[-0.99995,  0.99995],
           [ 0.     ,  0.     ]])
    """
    axes = attributes.axes(axis, x.ndim, "`layer_norm`")
    if not axes:
        raise RuleError("argument-mismatch", "`axis` names the axes to normalize, one at least")
    _check_affine(x, axes, weight=weight, bias=bias)
    return _affine(_standardized(x, axes, eps), weight, bias, axes)


@op(public="nn.rms_norm", expands=True)
@of_floats
def rms_norm(x: Any, weight: Any = None, *, axis: Any = -1, eps: float = 1e-6) -> Any:
    """Values of mean square 1 along one axis or several, then times `weight`.

    `x / sqrt(mean(x * x) + eps) * weight`. Zhang and Sennrich, 2019. The weight has the shape of
    the normalized axes.

    >>> dslc.nn.rms_norm(np.array([1.0, 7.0]), eps=0.0)
    array([0.2, 1.4])
    """
    axes = attributes.axes(axis, x.ndim, "`rms_norm`")
    if not axes:
        raise RuleError("argument-mismatch", "`axis` names the axes to normalize, one at least")
    _check_affine(x, axes, weight=weight)
    square = np.mean(x * x, axis=axes, keepdims=True)
    return _affine(x / np.sqrt(square + eps), weight, None, axes)


@op(public="nn.normalize", expands=True)
@of_floats
def normalize(x: Any, *, axis: Any = -1, eps: float = 1e-12) -> Any:
    """Vectors of length 1 along an axis; one shorter than `eps` is divided by that.

    `x / max(sqrt(sum(x * x)), eps)`.

    >>> dslc.nn.normalize(np.array([3.0, 4.0]))
    array([0.6, 0.8])
    """
    length = np.sqrt(np.sum(x * x, axis=axis, keepdims=True))
    return x / np.maximum(length, eps)


# --- of channels --------------------------------------------------------------------------------


@op(public="nn.batch_norm", expands=True)
@of_floats
def batch_norm(
    x: Any,
    mean: Any,
    variance: Any,
    weight: Any = None,
    bias: Any = None,
    *,
    axis: int = 1,
    eps: float = 1e-5,
) -> Any:
    """Every channel by statistics that are given, as they are in inference.

    `(x - mean) / sqrt(variance + eps) * weight + bias`. Ioffe and Szegedy, 2015. The channels are
    `axis` of `x`; every other operand has one number for each of them.

    >>> x = np.array([[1.0, 10.0], [3.0, 30.0]])
    >>> dslc.nn.batch_norm(x, np.array([2.0, 20.0]), np.array([1.0, 100.0]), eps=0.0)
    array([[-1., -1.],
           [ 1.,  1.]])
    """
    number = _channels(
        x, axis, "batch_norm", mean=mean, variance=variance, weight=weight, bias=bias
    )
    scale = 1.0 / np.sqrt(wide(floats(variance, "variance")) + eps)
    centered = _affine(x, None, -floats(mean, "mean"), (number,))
    return _affine(_affine(centered, scale, None, (number,)), weight, bias, (number,))


@op(public="nn.batch_norm_training", expands=True)
def batch_norm_training(
    x: Any, weight: Any = None, bias: Any = None, *, axis: int = 1, eps: float = 1e-5
) -> Any:
    """Every channel by the statistics of the batch itself: the result, the means, the variances.

    As `batch_norm` of the mean and the (biased) variance over all axes but `axis`. Running
    statistics are the caller's: `running += momentum * (mean - running)`.

    >>> y, mean, variance = dslc.nn.batch_norm_training(np.array([[1.0], [3.0]]), eps=0.0)
    >>> y, mean, variance
    (array([[-1.],
           [ 1.]]), array([2.]), array([1.]))
    """
    x = floats(x)
    number = _channels(x, axis, "batch_norm_training", weight=weight, bias=bias)
    if x.ndim < 2:
        raise RuleError("rank-mismatch", "a batch has an axis beside the channels")
    axes = tuple(each for each in range(x.ndim) if each != number)
    given = wide(x)
    centered = given - np.mean(given, axis=axes, keepdims=True)
    variance = np.mean(centered * centered, axis=axes, keepdims=True)
    y = _affine(centered / np.sqrt(variance + eps), weight, bias, (number,))
    statistics = (np.mean(given, axis=axes), np.squeeze(variance, axis=axes))
    return (narrow(y, x), *(narrow(each, x) for each in statistics))


@op(public="nn.group_norm", expands=True)
@of_floats
def group_norm(
    x: Any, weight: Any = None, bias: Any = None, *, groups: int, eps: float = 1e-5
) -> Any:
    """Values of mean 0 and variance 1 in every group of channels, then `* weight + bias`.

    `x` is `[batch, channels, ...]`, weight and bias are `[channels]`. Wu and He, 2018.

    >>> dslc.nn.group_norm(np.array([[1.0, 3.0, 20.0, 40.0]]), groups=2, eps=0.0)
    array([[-1.,  1., -1.,  1.]])
    """
    if x.ndim < 2:
        raise RuleError("rank-mismatch", "`x` has the axes [batch, channels, ...]")
    _channels(x, 1, "group_norm", weight=weight, bias=bias)
    batch, channels, *rest = x.shape
    if attributes.integer(groups, "`groups`") < 1:
        raise RuleError("argument-mismatch", f"`groups` is 1 at least, not {groups}")
    each = channels // groups
    check_equal(
        channels,
        groups * each,
        f"{channels} channels do not fall into {count(groups, 'group', 'equal groups')}",
    )
    grouped = np.reshape(x, (batch, groups, each, *rest))
    y = _standardized(grouped, tuple(range(2, x.ndim + 1)), eps)
    y = np.reshape(y, (batch, groups * each, *rest))
    return _affine(y, weight, bias, (1,))


@op(public="nn.instance_norm", expands=True)
@of_floats
def instance_norm(x: Any, weight: Any = None, bias: Any = None, *, eps: float = 1e-5) -> Any:
    """Values of mean 0 and variance 1 in every channel of every sample, then `* weight + bias`.

    `x` is `[batch, channels, ...]` with at least one more axis, weight and bias are `[channels]`.
    Ulyanov, Vedaldi and Lempitsky, 2016.

    >>> dslc.nn.instance_norm(np.array([[[1.0, 3.0], [20.0, 40.0]]]), eps=0.0)
    array([[[-1.,  1.],
            [-1.,  1.]]])
    """
    if x.ndim < 3:
        raise RuleError("rank-mismatch", "`x` has the axes [batch, channels, ...], three at least")
    _channels(x, 1, "instance_norm", weight=weight, bias=bias)
    y = _standardized(x, tuple(range(2, x.ndim)), eps)
    return _affine(y, weight, bias, (1,))
