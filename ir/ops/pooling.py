"""Pooling: windows, or whole axes, reduced to their greatest element or their mean.

`x` has any axes before those that are pooled, as a rule `[batch, channels, ...]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.op import RuleError, op

from .convolution import padded
from .create import ones
from .operands import along, count, floats, narrow, wide
from .windows import each_axis, pool


def _forms(
    x: Any, axes: int, kernel_size: Any, stride: Any, padding: Any, dilation: Any = 1
) -> dict[str, Any]:
    """The attributes of `pool`; without a stride the windows lie side by side."""
    if x.ndim < axes:
        needed = count(axes, "axis", "axes")
        raise RuleError(
            "rank-mismatch", f"the last {needed} of `x` are pooled, and it has {x.ndim}"
        )
    window = each_axis(kernel_size, axes, "kernel_size")
    strides = window if stride is None else each_axis(stride, axes, "stride")
    dilations = each_axis(dilation, axes, "dilation")
    pads = padded(padding, x.shape[x.ndim - axes :], window, strides, dilations)
    return {"window": window, "stride": strides, "padding": pads, "dilation": dilations}


def _max_pool(axes: int, x: Any, *forms: Any) -> Any:
    x = floats(x)
    return pool(x, kind="max", **_forms(x, axes, *forms))


def _avg_pool(axes: int, x: Any, *forms: Any, count_include_pad: bool) -> Any:
    x = floats(x)
    given = _forms(x, axes, *forms)
    total = pool(x, kind="sum", **given)
    if count_include_pad or all(pair == (0, 0) for pair in given["padding"]):
        number = 1
        for size in given["window"]:
            number *= size
        return total / number
    inside = ones(shape=tuple(x.shape[x.ndim - axes :]), dtype=x.dtype)
    return total / pool(inside, kind="sum", **given)


# --- maxima -------------------------------------------------------------------------------------


@op(public="nn.max_pool1d", expands=True)
def max_pool1d(
    x: Any, *, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1
) -> Any:
    """The greatest element of each window over the last axis.

    The stride is the size of the window by default. Padding is never the greatest element: a window
    of padding alone gives -inf.

    >>> dslc.nn.max_pool1d(np.array([[1.0, 3.0, 2.0, 0.0]]), kernel_size=2)
    array([[3., 2.]])
    """
    return _max_pool(1, x, kernel_size, stride, padding, dilation)


@op(public="nn.max_pool2d", expands=True)
def max_pool2d(
    x: Any, *, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1
) -> Any:
    """The greatest element of each window over the last two axes, see `max_pool1d`.

    >>> dslc.nn.max_pool2d(np.arange(16.0).reshape(1, 1, 4, 4), kernel_size=2)
    array([[[[ 5.,  7.],
             [13., 15.]]]])
    """
    return _max_pool(2, x, kernel_size, stride, padding, dilation)


@op(public="nn.max_pool3d", expands=True)
def max_pool3d(
    x: Any, *, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1
) -> Any:
    """The greatest element of each window over the last three axes, see `max_pool1d`.

    >>> dslc.nn.max_pool3d(np.arange(8.0).reshape(1, 1, 2, 2, 2), kernel_size=2)
    array([[[[[7.]]]]])
    """
    return _max_pool(3, x, kernel_size, stride, padding, dilation)


# --- means --------------------------------------------------------------------------------------


@op(public="nn.avg_pool1d", expands=True)
def avg_pool1d(
    x: Any,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    count_include_pad: bool = True,
) -> Any:
    """The mean of each window over the last axis.

    The stride is the size of the window by default. Padding counts as zeros, or not at all without
    `count_include_pad`.

    >>> dslc.nn.avg_pool1d(np.array([[1.0, 3.0, 2.0, 0.0]]), kernel_size=2)
    array([[2., 1.]])
    """
    return _avg_pool(1, x, kernel_size, stride, padding, count_include_pad=count_include_pad)


@op(public="nn.avg_pool2d", expands=True)
def avg_pool2d(
    x: Any,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    count_include_pad: bool = True,
) -> Any:
    """The mean of each window over the last two axes, see `avg_pool1d`.

    >>> dslc.nn.avg_pool2d(np.arange(16.0).reshape(1, 1, 4, 4), kernel_size=2)
    array([[[[ 2.5,  4.5],
             [10.5, 12.5]]]])
    """
    return _avg_pool(2, x, kernel_size, stride, padding, count_include_pad=count_include_pad)


@op(public="nn.avg_pool3d", expands=True)
def avg_pool3d(
    x: Any,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    count_include_pad: bool = True,
) -> Any:
    """The mean of each window over the last three axes, see `avg_pool1d`.

    >>> dslc.nn.avg_pool3d(np.arange(8.0).reshape(1, 1, 2, 2, 2), kernel_size=2)
    array([[[[[3.5]]]]])
    """
    return _avg_pool(3, x, kernel_size, stride, padding, count_include_pad=count_include_pad)


# --- whole axes ---------------------------------------------------------------------------------


def _over_places(function: Callable[..., Any], x: Any) -> Any:
    x = floats(x)
    if x.ndim < 3:
        raise RuleError("rank-mismatch", "`x` has the axes [batch, channels, ...], three at least")
    return function(x, axis=tuple(range(2, x.ndim)), keepdims=True)


@op(public="nn.global_avg_pool", expands=True)
def global_avg_pool(x: Any) -> Any:
    """The mean of every channel of `[batch, channels, ...]`; the other axes become of size 1.

    >>> dslc.nn.global_avg_pool(np.array([[[1.0, 3.0], [5.0, 9.0]]]))
    array([[[2.],
            [7.]]])
    """
    return _over_places(np.mean, x)


@op(public="nn.global_max_pool", expands=True)
def global_max_pool(x: Any) -> Any:
    """The greatest element of every channel of `[batch, channels, ...]`; the axes become of size 1.

    >>> dslc.nn.global_max_pool(np.array([[[1.0, 3.0], [5.0, 9.0]]]))
    array([[[3.],
            [9.]]])
    """
    return _over_places(np.max, x)


# --- to a size ----------------------------------------------------------------------------------


def _adaptive(function: Callable[..., Any], axes: int, x: Any, size: Any) -> Any:
    """Of p parts of n elements, part i is `i * n // p` to `ceil((i + 1) * n / p)`."""
    x = floats(x)
    if x.ndim < axes:
        needed = count(axes, "axis", "axes")
        raise RuleError(
            "rank-mismatch", f"the last {needed} of `x` are pooled, and it has {x.ndim}"
        )
    for axis, wanted in enumerate(each_axis(size, axes, "size"), x.ndim - axes):
        x = in_parts(function, x, axis, wanted)
    return x


def in_parts(function: Callable[..., Any], x: Any, axis: int, wanted: int) -> Any:
    """What a reduction gives of each of so many parts of an axis."""
    n: Size = x.shape[axis]
    if wanted == 1:
        return function(x, axis=axis, keepdims=True)
    if not isinstance(n, int):
        message = f"how an axis of size {n} falls into {wanted} parts is known only at the call"
        raise RuleError("argument-mismatch", message, help="declare the size as a number")
    parts = [
        function(
            along(x, axis, slice(i * n // wanted, -(-(i + 1) * n // wanted))),
            axis=axis,
            keepdims=True,
        )
        for i in range(wanted)
    ]
    return np.concatenate(parts, axis=axis)


@op(public="nn.adaptive_avg_pool1d", expands=True)
def adaptive_avg_pool1d(x: Any, *, size: Any) -> Any:
    """Means of as many parts of the last axis as `size` says; parts may overlap by an element.

    >>> dslc.nn.adaptive_avg_pool1d(np.array([1.0, 2.0, 6.0]), size=2)
    array([1.5, 4. ])
    """
    return _adaptive(np.mean, 1, x, size)


@op(public="nn.adaptive_avg_pool2d", expands=True)
def adaptive_avg_pool2d(x: Any, *, size: Any) -> Any:
    """Means of as many parts of the last two axes as `size` says, see `adaptive_avg_pool1d`.

    >>> dslc.nn.adaptive_avg_pool2d(np.array([[1.0, 2.0, 6.0]]), size=(1, 2))
    array([[1.5, 4. ]])
    """
    return _adaptive(np.mean, 2, x, size)


@op(public="nn.adaptive_max_pool1d", expands=True)
def adaptive_max_pool1d(x: Any, *, size: Any) -> Any:
    """The greatest elements of as many parts of the last axis as `size` says.

    >>> dslc.nn.adaptive_max_pool1d(np.array([1.0, 2.0, 6.0]), size=2)
    array([2., 6.])
    """
    return _adaptive(np.max, 1, x, size)


@op(public="nn.adaptive_max_pool2d", expands=True)
def adaptive_max_pool2d(x: Any, *, size: Any) -> Any:
    """The greatest elements of as many parts of the last two axes as `size` says.

    >>> dslc.nn.adaptive_max_pool2d(np.array([[1.0, 2.0, 6.0]]), size=(1, 2))
    array([[2., 6.]])
    """
    return _adaptive(np.max, 2, x, size)


@op(public="nn.adaptive_avg_pool3d", expands=True)
def adaptive_avg_pool3d(x: Any, *, size: Any) -> Any:
    """Means of as many parts of the last three axes as `size` says, see `adaptive_avg_pool1d`.

    >>> dslc.nn.adaptive_avg_pool3d(np.array([[[1.0, 2.0, 6.0]]]), size=(1, 1, 2))
    array([[[1.5, 4. ]]])
    """
    return _adaptive(np.mean, 3, x, size)


@op(public="nn.adaptive_max_pool3d", expands=True)
def adaptive_max_pool3d(x: Any, *, size: Any) -> Any:
    """The greatest elements of as many parts of the last three axes as `size` says.

    >>> dslc.nn.adaptive_max_pool3d(np.array([[[1.0, 2.0, 6.0]]]), size=(1, 1, 2))
    array([[[2., 6.]]])
    """
    return _adaptive(np.max, 3, x, size)


# --- over channels ------------------------------------------------------------------------------


@op(public="nn.local_response_norm", expands=True)
def local_response_norm(
    x: Any, *, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Any:
    """Each element of `[batch, channels, ...]` over a root of the squares in `size` channels near.

    `x / (k + alpha / size * sum(x**2)) ** beta`, summed over the channels from `size // 2` before
    to `(size - 1) // 2` after. Krizhevsky and others, 2012.

    >>> dslc.nn.local_response_norm(np.array([[3.0], [4.0]]).T, size=2, alpha=2.0, beta=0.5, k=0.0)
    array([[1. , 0.8]])
    """
    x = floats(x)
    if x.ndim < 2:
        raise RuleError("rank-mismatch", "`x` has the axes [batch, channels, ...], two at least")
    (window,) = each_axis(size, 1, "size")
    given = wide(x)
    channels = np.moveaxis(given * given, 1, -1)
    sums = pool(
        channels, kind="sum", window=(window,), stride=(1,), dilation=(1,),
        padding=((window // 2, (window - 1) // 2),),
    )  # fmt: skip
    scale = k + alpha / window * np.moveaxis(sums, -1, 1)
    return narrow(given / scale**beta, x)
