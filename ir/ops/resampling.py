"""Images in other sizes: `[batch, channels, ...]`, with the axes of the picture last."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.op import RuleError, op

from .create import arange
from .extremes import minimum
from .operands import check_equal, check_rank, choice, count, of_floats
from .pooling import in_parts
from .windows import each_axis

LINEAR = {"linear": 1, "bilinear": 2, "trilinear": 3}
"""The linear modes of `interpolate`, and how many axes they are of."""

SMOOTH = {**LINEAR, "bicubic": 2}
"""The modes that weight neighbours."""

MODES = ("nearest", "nearest-exact", "area", *SMOOTH)


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
    `i * (n - 1) / (m - 1)`. "nearest" takes element `i * n // m`, "nearest-exact" the one that is
    nearest to the place; "area" the mean of the elements from `i * n // m` to
    `ceil((i + 1) * n / m)`; "linear", "bilinear" and "trilinear", for one, two and three axes,
    weight the two neighbours on each axis, "bicubic" the four on each of two axes by Keys' cubic
    convolution with a = -0.75 (1981), those outside of the picture being like its edge.

    >>> dslc.nn.interpolate(np.array([[[0.0, 4.0]]]), scale_factor=2, mode="linear")
    array([[[0., 1., 3., 4.]]])
    """
    choice(mode, MODES, "mode")
    axes = x.ndim - 2
    if axes < 1 or SMOOTH.get(mode, axes) != axes:
        wanted = count(SMOOTH[mode], "axis", "axes") if mode in SMOOTH else "one axis at least"
        message = f'"{mode}" is of {wanted} behind [batch, channels], and this has {max(axes, 0)}'
        raise RuleError("rank-mismatch", message)
    for axis, new in enumerate(_sizes(x.shape[2:], size, scale_factor), 2):
        x = _along(x, axis, new, mode, align_corners)
    return x


def _along(x: Any, axis: int, new: Size, mode: str, align_corners: bool) -> Any:
    """One axis in another size."""
    if mode in LINEAR:
        return _linear(x, axis, new, align_corners)
    if mode == "bicubic":
        return _cubic(x, axis, new, align_corners)
    if mode == "area":
        if not isinstance(new, int):
            raise RuleError("argument-mismatch", 'the size for "area" is known while building')
        return in_parts(np.mean, x, axis, new)
    places = arange(start=new)
    if mode == "nearest":
        places = places * x.shape[axis] // new
    else:
        places = (2 * places + 1) * x.shape[axis] // (2 * new)
    return x[(*(slice(None),) * axis, places)]


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
    position, steps = _positions(n, m, align_corners)
    if not align_corners:
        position = np.maximum(position, 0)
    before = position // steps
    after = before + (before < n - 1)
    weight = _weight(position, before, steps, x, axis)
    leading = (slice(None),) * axis
    return x[(*leading, before)] * (1.0 - weight) + x[(*leading, after)] * weight


def _positions(n: Size, m: Size, align_corners: bool) -> tuple[Any, Any]:
    """Where the m places lie of n, in so many steps for each element."""
    if align_corners:
        return arange(start=m) * (n - 1), m - 1 if m != 1 else 1
    return (arange(start=m) * 2 + 1) * n - m, 2 * m


def _weight(position: Any, before: Any, steps: Any, x: Any, axis: int) -> Any:
    """How far each place is behind the element before it, along an axis of `x`."""
    found = ((position - before * steps) / steps).astype(x.dtype)
    return found[(slice(None), *(None,) * (x.ndim - 1 - axis))]


_A = -0.75


def _cubic(x: Any, axis: int, m: Size, align_corners: bool) -> Any:
    """One axis of size m, by the four neighbours of each place."""
    n = x.shape[axis]
    position, steps = _positions(n, m, align_corners)
    before = position // steps
    t = _weight(position, before, steps, x, axis)
    u = 1.0 - t
    weights = [
        _A * (t * (u * u)),
        1.0 - (t * t) * ((_A + 3.0) - (_A + 2.0) * t),
        1.0 - (u * u) * ((_A + 3.0) - (_A + 2.0) * u),
        _A * (u * (t * t)),
    ]
    leading = (slice(None),) * axis
    total = None
    for offset, weight in enumerate(weights, -1):
        places = minimum(np.maximum(before + offset, 0), n - 1)
        part = x[(*leading, places)] * weight
        total = part if total is None else total + part
    return total


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
