"""Windows that slide over the last axes of an array, any number of them: convolution and pooling.

The public functions are made of these (`convolution.py`, `pooling.py`). Along an axis of `n`
elements the array is first stretched, with `stretch - 1` gaps between neighbours, then padded on
both sides (a negative padding cuts off). Place `k` of window `o` is then `o * stride +
k * dilation`; what is no element adds nothing. Windows that do not fit in are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import gcd, prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max
from dslc.ir.dtypes import is_float
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import TensorType, Type

from . import attributes
from .operands import HALVES, count
from .rules import array, labels, refuse_joined

Paddings = tuple[tuple[int, int], ...]

POOLS = ("max", "sum")


# --- sizes --------------------------------------------------------------------------------------


def windows(
    size: Size, places: Size, stride: int, padding: tuple[int, int], dilation: int, stretch: int = 1
) -> Size:
    """How many windows of so many places fit on an axis, 0 at least."""
    return dim_max((_room(size, places, padding, dilation, stretch) // stride) + 1, 0)


def _room(size: Size, places: Size, padding: tuple[int, int], dilation: int, stretch: int) -> Size:
    """The position of the last window if the stride is 1; below 0 where none fits."""
    stretched = size if stretch == 1 else dim_max((size - 1) * stretch + 1, 0)
    return stretched + sum(padding) - ((places - 1) * dilation + 1)


def _check_room(
    shape: Sequence[Size],
    window: Sequence[Size],
    padding: Paddings,
    dilation: Sequence[int],
    stretch: Sequence[int],
) -> None:
    """Refuse a window that is known to fit nowhere."""
    for size, places, pads, d, s in zip(shape, window, padding, dilation, stretch, strict=True):
        room = _room(size, places, pads, d, s)
        if isinstance(room, int) and room < 0:
            span = (places - 1) * d + 1
            message = f"a window of {span} is larger than the padded axis of {room + span}"
            raise RuleError("shape-mismatch", message, help="add padding or take a smaller window")


def each_axis(value: Any, axes: int, what: str, least: int = 1) -> tuple[int, ...]:
    """A static integer for each of these axes; one alone is for all.

    Raises:
        RuleError: `argument-mismatch`.
    """
    listed = tuple(value) if isinstance(value, tuple | list) else (value,) * axes
    found = tuple(attributes.integer(part, f"`{what}`") for part in listed)
    if len(found) != axes:
        wanted = "one integer" if axes == 1 else f"one integer, or {axes}"
        raise RuleError("argument-mismatch", f"`{what}` is {wanted}, not {len(found)}")
    if any(part < least for part in found):
        raise RuleError("argument-mismatch", f"`{what}` is {least} at least, not {min(found)}")
    return found


def _paddings(value: Any, axes: int) -> Paddings:
    """Static integers before and after each axis."""
    if not isinstance(value, tuple | list) or len(value) != axes:
        message = f"`padding` is {count(axes, 'pair', 'pairs')} of integers, before and after"
        raise RuleError("argument-mismatch", message)
    pairs = (each_axis(pair, 2, "padding", least=-(2**31)) for pair in value)
    return tuple((before, after) for before, after in pairs)


# --- in NumPy -----------------------------------------------------------------------------------


def _run(
    place: int, size: int, found: int, stride: int, padding: tuple[int, int], dilation: int,
    stretch: int = 1,
) -> tuple[slice, slice]:  # fmt: skip
    """The windows that have an element of the array at this place, and those elements."""
    offset = place * dilation - padding[0]
    inside = [
        window
        for window in range(found)
        if (window * stride + offset) % stretch == 0
        and 0 <= (window * stride + offset) // stretch < size
    ]
    if not inside:
        return slice(0), slice(0)
    step = stretch // gcd(stride, stretch)
    elements = [(window * stride + offset) // stretch for window in (inside[0], inside[-1])]
    by = stride * step // stretch
    return slice(inside[0], inside[-1] + 1, step), slice(elements[0], elements[1] + 1, by)


def _runs(
    shape: Sequence[int], window: Sequence[int], found: Sequence[Any], *forms: Sequence[Any]
) -> Iterator[tuple[Any, Any, Any]]:
    """Every place of a window in C order, the windows that have an element there, and those.

    All are indices of the last axes. A place that is padding in all windows is left out.
    """
    for place in product(*map(range, window)):
        each = [_run(*parts) for parts in zip(place, shape, found, *forms, strict=True)]
        if all(part.stop for part, _ in each):
            to, from_ = zip(*each, strict=True)
            yield (..., *place), (..., *to), (..., *from_)


# --- convolution --------------------------------------------------------------------------------


@op()
def conv(
    x: Any, weight: Any, *, stride: Any, padding: Any, dilation: Any, stretch: Any, groups: int
) -> Any:
    """Sums of products of windows and weights, for each output channel over its group's channels.

    `x` is `[batch, channels, ...]`, `weight` is `[outputs, channels / groups, ...]`, the result
    `[batch, outputs, ...]`. The products are added in the dtype of both, of 16 bits in f32.

    >>> from dslc.ir.ops.windows import conv
    >>> one = {"stride": (1,), "padding": ((0, 0),), "dilation": (1,), "stretch": (1,)}
    >>> conv(np.array([[[1.0, 2.0, 3.0, 4.0]]]), np.array([[[1.0, 10.0]]]), **one, groups=1)
    array([[[21., 32., 43.]]])
    """
    dtype = np.float32 if x.dtype in HALVES else x.dtype
    batch = x.shape[0]
    outputs, inputs, *window = weight.shape
    found = [
        windows(*each)
        for each in zip(x.shape[2:], window, stride, padding, dilation, stretch, strict=True)
    ]
    given = x.astype(dtype).reshape(batch, groups, inputs, *x.shape[2:])
    factors = weight.astype(dtype).reshape(groups, outputs // groups, inputs, *window)
    result = np.zeros((batch, groups, outputs // groups, *found), dtype)
    forms = (stride, padding, dilation, stretch)
    for place, to, from_ in _runs(x.shape[2:], window, found, *forms):
        part = given[from_]
        sums = factors[place] @ part.reshape(*part.shape[:3], prod(part.shape[3:]))
        result[to] += sums.reshape(*sums.shape[:3], *part.shape[3:])
    return result.reshape(batch, outputs, *found).astype(x.dtype)


@conv.normal
def _(
    facts: Facts, x: Type, weight: Type, *, stride: Any, padding: Any, dilation: Any, stretch: Any,
    groups: Any,
) -> dict[str, Any]:  # fmt: skip
    axes = array(x, "a convolution").rank - 2
    if axes < 1 or array(weight, "a convolution", 1).rank != axes + 2:
        message = "`x` is [batch, channels, ...] and `weight` [outputs, channels, ...], of one rank"
        raise RuleError("rank-mismatch", message, labels((x, weight), ("x", "weight")))
    return {
        "stride": each_axis(stride, axes, "stride"),
        "padding": _paddings(padding, axes),
        "dilation": each_axis(dilation, axes, "dilation"),
        "stretch": each_axis(stretch, axes, "stretch"),
        "groups": each_axis(groups, 1, "groups")[0],
    }


@conv.type
def _(
    facts: Facts, x: Type, weight: Type, *, stride: tuple[int, ...], padding: Paddings,
    dilation: tuple[int, ...], stretch: tuple[int, ...], groups: int,
) -> Type:  # fmt: skip
    given, factors = array(x, "a convolution"), array(weight, "a convolution", 1)
    shown = labels((x, weight), ("x", "weight"))
    refuse_joined((x, weight), "a convolution")
    if given.dtype != factors.dtype or not is_float(given.dtype):
        message = "the input and the weight are floats of one dtype"
        raise RuleError("dtype-mismatch", message, shown)
    _check_channels(facts, given, factors, groups, shown)
    _check_room(given.shape[2:], factors.shape[2:], padding, dilation, stretch)
    each = zip(given.shape[2:], factors.shape[2:], stride, padding, dilation, stretch, strict=True)
    sizes = (windows(*parts) for parts in each)
    return TensorType(given.dtype, (given.shape[0], factors.shape[0], *sizes))


def _check_channels(
    facts: Facts, x: TensorType, weight: TensorType, groups: int, shown: dict[int, str]
) -> None:
    """The channels of the input are those that all groups take; the outputs fall into groups."""
    channels, (outputs, inputs) = x.shape[1], weight.shape[:2]
    in_groups = "" if groups == 1 else f" in each of {groups} groups"
    try:
        facts.meet(channels, groups * inputs)
    except DimMismatch:
        has = count(channels, "channel", "channels")
        message = f"the input has {has}, and the weight takes {inputs}{in_groups}"
        raise RuleError("shape-mismatch", message, shown) from None
    try:
        facts.meet(outputs, groups * (outputs // groups))
    except DimMismatch:
        message = f"{outputs} output channels do not fall into {groups} equal groups"
        raise RuleError("shape-mismatch", message, shown) from None


# --- pooling ------------------------------------------------------------------------------------


@op()
def pool(x: Any, *, kind: str, window: Any, stride: Any, padding: Any, dilation: Any) -> Any:
    """The greatest element ("max") or the sum ("sum") of each window over the last axes.

    Padding never is the greatest, and adds 0. Sums of 16 bits are added in f32.

    >>> from dslc.ir.ops.windows import pool
    >>> two = {"window": (2,), "stride": (2,), "padding": ((0, 0),), "dilation": (1,)}
    >>> pool(np.array([1.0, 3.0, 2.0, 0.0]), kind="max", **two)
    array([3., 2.])
    """
    axes = len(window)
    fill = -np.inf if kind == "max" else 0.0
    dtype = np.float32 if x.dtype in HALVES and kind == "sum" else x.dtype
    sizes = zip(x.shape[-axes:], window, stride, padding, dilation, strict=True)
    found = [windows(*each) for each in sizes]
    result = np.full((*x.shape[:-axes], *found), fill, dtype)
    combine = np.maximum if kind == "max" else np.add
    forms = (stride, padding, dilation)
    for _, to, from_ in _runs(x.shape[-axes:], window, found, *forms):
        result[to] = combine(result[to], x[from_])
    return result.astype(x.dtype)


@pool.normal
def _(
    facts: Facts, x: Type, *, kind: Any, window: Any, stride: Any, padding: Any, dilation: Any
) -> dict[str, Any]:
    axes = len(window) if isinstance(window, tuple | list) else 0
    if kind not in POOLS or not 0 < axes <= array(x, "pooling").rank:
        raise RuleError("rank-mismatch", "a window has axes, and no more than the array")
    return {
        "kind": kind,
        "window": each_axis(window, axes, "window"),
        "stride": each_axis(stride, axes, "stride"),
        "padding": _paddings(padding, axes),
        "dilation": each_axis(dilation, axes, "dilation"),
    }


@pool.type
def _(
    facts: Facts, x: Type, *, kind: str, window: tuple[int, ...], stride: tuple[int, ...],
    padding: Paddings, dilation: tuple[int, ...],
) -> Type:  # fmt: skip
    given, axes = array(x, "pooling"), len(window)
    refuse_joined((x,), "pooling")
    if not is_float(given.dtype):
        raise RuleError("dtype-mismatch", "pooling is of floats", labels((x,)))
    inner = given.shape[-axes:]
    _check_room(inner, window, padding, dilation, (1,) * axes)
    sizes = zip(inner, window, stride, padding, dilation, strict=True)
    return TensorType(given.dtype, (*given.shape[:-axes], *(windows(*each) for each in sizes)))
