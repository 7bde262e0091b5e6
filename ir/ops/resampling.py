"""Images in other sizes: `[batch, channels, ...]`, with the axes of the picture last."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.op import RuleError, op

from .create import arange
from .operands import check_equal, check_rank, choice, count, of_floats
from .windows import each_axis

LINEAR = {"linear": 1, "bilinear": 2, "trilinear": 3}
"""The linear modes of `interpolate`, and how many axes they are of."""


@op(public="nn.interpolate", expands=True)
@of_floats
def interpolate(
    x: Any,
    *,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool = False,
) -> Any:
    """Pictures in another `size`, or in their own times `scale_factor`: one number, or one an axis.

    Place i of m lies at `(i + 0.5) * n / m - 0.5` of n, and with `align_corners` at
    `i * (n - 1) / (m - 1)`. "nearest" takes element `i * n // m`; "linear", "bilinear" and
    "trilinear", for one, two and three axes, weight the two neighbours on each axis.

    >>> dslc.nn.interpolate(np.array([[[0.0, 4.0]]]), scale_factor=2, mode="linear")
    array([[[0., 1., 3., 4.]]])
    """
    choice(mode, ("nearest", *LINEAR), "mode")
    axes = x.ndim - 2
    if axes < 1 or LINEAR.get(mode, axes) != axes:
        wanted = "one axis at least" if mode == "nearest" else count(LINEAR[mode], "axis", "axes")
        message = f'"{mode}" is of {wanted} behind [batch, channels], and this has {max(axes, 0)}'
        raise RuleError("rank-mismatch", message)
    for axis, new in enumerate(_sizes(x.shape[2:], size, scale_factor), 2):
        if mode == "nearest":
            places = arange(start=new) * x.shape[axis] // new
            x = x[(*(slice(None),) * axis, places)]
        else:
            x = _linear(x, axis, new, align_corners)
    return x


def _sizes(shape: tuple[Size, ...], size: Any, scale_factor: Any) -> list[Size]:
    """The new size of each axis."""
    if (size is None) == (scale_factor is None):
        raise RuleError("argument-mismatch", "give either `size` or `scale_factor`")
    if size is not None:
        return list(each_axis(size, len(shape), "size"))
    listed = scale_factor if isinstance(scale_factor, tuple) else (scale_factor,) * len(shape)
    if len(listed) != len(shape):
        needed = count(len(shape), "number", "numbers")
        raise RuleError("argument-mismatch", f"`scale_factor` is {needed}, not {len(listed)}")
    return [_scaled(n, factor) for n, factor in zip(shape, listed, strict=True)]


def _scaled(n: Size, factor: Any) -> Size:
    if isinstance(factor, float) and not factor.is_integer():
        if isinstance(n, int) and factor > 0:
            return int(n * factor)
        message = f"{factor} times a size that is known only at the call is no size"
        raise RuleError("argument-mismatch", message, help="give an integer, or the `size`")
    (whole,) = each_axis(int(factor) if isinstance(factor, float) else factor, 1, "scale_factor")
    return n * whole


def _linear(x: Any, axis: int, m: Size, align_corners: bool) -> Any:
    """One axis of size m, by the two neighbours of each place; where it lies is exact."""
    n = x.shape[axis]
    if align_corners:
        steps: Any = m - 1 if m != 1 else 1
        position = arange(start=m) * (n - 1)
    else:
        steps = 2 * m
        position = np.maximum((arange(start=m) * 2 + 1) * n - m, 0)
    before = position // steps
    after = before + (before < n - 1)
    weight = ((position - before * steps) / steps).astype(x.dtype)
    weight = weight[(slice(None), *(None,) * (x.ndim - 1 - axis))]
    leading = (slice(None),) * axis
    return x[(*leading, before)] * (1.0 - weight) + x[(*leading, after)] * weight


def _factor(factor: Any) -> int:
    return each_axis(factor, 1, "factor")[0]


@op(public="nn.pixel_shuffle", expands=True)
def pixel_shuffle(x: Any, *, factor: int) -> Any:
    """`[batch, channels * r * r, height, width]` as `[batch, channels, height * r, width * r]`.

    Channel `c * r * r + i * r + j` gives the pixels whose place is i and j in each square of r * r,
    r being the factor. Shi and others, 2016.

    >>> dslc.nn.pixel_shuffle(np.arange(4.0).reshape(1, 4, 1, 1), factor=2)
    array([[[[0., 1.],
             [2., 3.]]]])
    """
    r = _factor(factor)
    check_rank(x, 4, "x", "[batch, channels, height, width]")
    batch, channels, height, width = x.shape
    each = channels // (r * r)
    check_equal(channels, each * r * r, f"{channels} channels are no multiple of {r * r}")
    split = np.reshape(x, (batch, each, r, r, height, width))
    mixed = np.transpose(split, (0, 1, 4, 2, 5, 3))
    return np.copy(np.reshape(mixed, (batch, each, height * r, width * r)))


@op(public="nn.pixel_unshuffle", expands=True)
def pixel_unshuffle(x: Any, *, factor: int) -> Any:
    """`[batch, channels, height * r, width * r]` as `[batch, channels * r * r, height, width]`.

    Undoes `pixel_shuffle`.

    >>> dslc.nn.pixel_unshuffle(np.arange(4.0).reshape(1, 1, 2, 2), factor=2).shape
    (1, 4, 1, 1)
    """
    r = _factor(factor)
    check_rank(x, 4, "x", "[batch, channels, height, width]")
    batch, channels, height, width = x.shape
    rows, columns = height // r, width // r
    message = f"a picture of {height} by {width} does not fall into squares of {r} by {r}"
    check_equal(height, rows * r, message)
    check_equal(width, columns * r, message)
    split = np.reshape(x, (batch, channels, rows, r, columns, r))
    mixed = np.transpose(split, (0, 1, 3, 5, 2, 4))
    return np.copy(np.reshape(mixed, (batch, channels * r * r, rows, columns)))
