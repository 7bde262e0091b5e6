"""The elements of an array in another order or number."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import RuleError, op

from . import attributes
from .create import arange

# --- axes ---------------------------------------------------------------------------------------


@op(call="a, axis1, axis2", numpy=("swapaxes",), methods=("swapaxes",), strong=False, view=True)
def swapaxes(a: Any, *, axis1: int, axis2: int) -> Any:
    """An array with two axes exchanged.

    >>> np.swapaxes(np.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    return np.swapaxes(a, axis1, axis2)


@swapaxes.expansion
def _(a: Any, *, axis1: int, axis2: int) -> Any:
    order = list(range(a.ndim))
    first = attributes.axis(axis1, a.ndim, "`swapaxes`")
    second = attributes.axis(axis2, a.ndim, "`swapaxes`")
    order[first], order[second] = order[second], order[first]
    return np.transpose(a, tuple(order))


@op(call="a, source, destination", numpy=("moveaxis",), strong=False, view=True)
def moveaxis(a: Any, *, source: Any, destination: Any) -> Any:
    """An array with axes moved to other places, the rest in their order.

    >>> np.moveaxis(np.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    return np.moveaxis(a, source, destination)


@moveaxis.expansion
def _(a: Any, *, source: Any, destination: Any) -> Any:
    froms, tos = (
        [attributes.axis(axis, a.ndim, "`moveaxis`") for axis in _listed(axes)]
        for axes in (source, destination)
    )
    if len(froms) != len(tos) or len(set(froms)) < len(froms) or len(set(tos)) < len(tos):
        message = "`moveaxis` takes as many different sources as destinations"
        raise RuleError("argument-mismatch", message)
    order = [axis for axis in range(a.ndim) if axis not in froms]
    for to, origin in sorted(zip(tos, froms, strict=True)):
        order.insert(to, origin)
    return np.transpose(a, tuple(order))


def _listed(axes: Any) -> tuple[Any, ...]:
    return tuple(axes) if isinstance(axes, tuple | list) else (axes,)


@op(call="a, axis, start", numpy=("rollaxis",), strong=False, view=True)
def rollaxis(a: Any, *, axis: int, start: int = 0) -> Any:
    """An array with one axis moved to before the axis `start`.

    >>> np.rollaxis(np.zeros((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    return np.rollaxis(a, axis, start)


@rollaxis.expansion
def _(a: Any, *, axis: Any, start: Any) -> Any:
    place = attributes.axis(axis, a.ndim, "`rollaxis`")
    number = attributes.integer(start, "`start`")
    if not -a.ndim <= number <= a.ndim:
        message = f"`start` of an array of rank {a.ndim} is not {number}"
        raise RuleError("axis-out-of-range", message)
    before = number + a.ndim if number < 0 else number
    return np.moveaxis(a, place, before - 1 if place < before else before)


@op(numpy=("matrix_transpose", "linalg.matrix_transpose"), strong=False, view=True)
def matrix_transpose(x: Any) -> Any:
    """An array with its last two axes exchanged; `x.mT`.

    >>> np.matrix_transpose(np.zeros((2, 3, 4))).shape
    (2, 4, 3)
    """
    return np.matrix_transpose(x)


@matrix_transpose.expansion
def _(x: Any) -> Any:
    if x.ndim < 2:
        raise RuleError("rank-mismatch", "`matrix_transpose` needs at least two axes")
    return np.swapaxes(x, -1, -2)


@op(call="a, order", numpy=("ravel",), methods=("ravel",), strong=False, view=True)
def ravel(a: Any) -> Any:
    """The elements of an array along one axis, in row-major order.

    >>> np.ravel(np.array([[1, 2], [3, 4]]))
    array([1, 2, 3, 4])
    """
    return np.ravel(a)


@ravel.expansion
def _(a: Any) -> Any:
    return np.reshape(a, (-1,)) if a.ndim != 1 else a[:]


@op(call="a, order", methods=("flatten",), strong=False)
def flatten(a: Any) -> Any:
    """A copy of the elements of an array along one axis, in row-major order.

    >>> np.array([[1, 2], [3, 4]]).flatten()
    array([1, 2, 3, 4])
    """
    return a.flatten()


@flatten.expansion
def _(a: Any) -> Any:
    return np.copy(np.ravel(a))


@op(numpy=("atleast_1d",), strong=False, view=True)
def atleast_1d(x: Any) -> Any:
    """An array, or a single value with an axis of size 1.

    >>> np.atleast_1d(np.array(3))
    array([3])
    """
    return np.atleast_1d(x)


@atleast_1d.expansion
def _(x: Any) -> Any:
    return np.reshape(x, (1,)) if x.ndim == 0 else x[:]


@op(numpy=("atleast_2d",), strong=False, view=True)
def atleast_2d(x: Any) -> Any:
    """An array of two axes or more; a vector becomes a row.

    >>> np.atleast_2d(np.array([1, 2]))
    array([[1, 2]])
    """
    return np.atleast_2d(x)


@atleast_2d.expansion
def _(x: Any) -> Any:
    if x.ndim == 0:
        return np.reshape(x, (1, 1))
    return x[None, :] if x.ndim == 1 else x[:]


@op(numpy=("atleast_3d",), strong=False, view=True)
def atleast_3d(x: Any) -> Any:
    """An array of three axes or more: [n] becomes [1, n, 1], and [m, n] becomes [m, n, 1].

    >>> np.atleast_3d(np.zeros((2, 3))).shape
    (2, 3, 1)
    """
    return np.atleast_3d(x)


@atleast_3d.expansion
def _(x: Any) -> Any:
    if x.ndim == 0:
        return np.reshape(x, (1, 1, 1))
    if x.ndim == 1:
        return x[None, :, None]
    return x[:, :, None] if x.ndim == 2 else x[:]


# --- order --------------------------------------------------------------------------------------


@op(call="m, axis", numpy=("flip",), strong=False, view=True)
def flip(m: Any, *, axis: Any = None) -> Any:
    """An array with the elements along these axes, by default all, in reverse order.

    >>> np.flip(np.array([1, 2, 3]))
    array([3, 2, 1])
    """
    return np.flip(m, axis)


@flip.expansion
def _(m: Any, *, axis: Any) -> Any:
    axes = attributes.axes(axis, m.ndim, "`flip`")
    back = (slice(None, None, -1) if n in axes else slice(None) for n in range(m.ndim))
    return m[tuple(back)]


@op(numpy=("fliplr",), strong=False, view=True)
def fliplr(m: Any) -> Any:
    """An array with its second axis in reverse order.

    >>> np.fliplr(np.array([[1, 2], [3, 4]]))
    array([[2, 1],
           [4, 3]])
    """
    return np.fliplr(m)


@fliplr.expansion
def _(m: Any) -> Any:
    return np.flip(m, axis=1)


@op(numpy=("flipud",), strong=False, view=True)
def flipud(m: Any) -> Any:
    """An array with its first axis in reverse order.

    >>> np.flipud(np.array([[1, 2], [3, 4]]))
    array([[3, 4],
           [1, 2]])
    """
    return np.flipud(m)


@flipud.expansion
def _(m: Any) -> Any:
    return np.flip(m, axis=0)


@op(call="m, k, axes", numpy=("rot90",), strong=False, view=True)
def rot90(m: Any, *, k: int = 1, axes: Any = (0, 1)) -> Any:
    """An array turned by k quarters from the first of two axes towards the second.

    >>> np.rot90(np.array([[1, 2], [3, 4]]))
    array([[2, 4],
           [1, 3]])
    """
    return np.rot90(m, k, axes)


@rot90.expansion
def _(m: Any, *, k: int, axes: Any) -> Any:
    first, second = (attributes.axis(axis, m.ndim, "`rot90`") for axis in _listed(axes))
    if first == second:
        raise RuleError("argument-mismatch", "`rot90` turns between two different axes")
    match attributes.integer(k, "`k`") % 4:
        case 0:
            return m[...]
        case 1:
            return np.swapaxes(np.flip(m, axis=second), first, second)
        case 2:
            return np.flip(m, axis=(first, second))
        case _:
            return np.flip(np.swapaxes(m, first, second), axis=second)


@op(call="a, shift, axis", numpy=("roll",), strong=False, sizes=("shift",))
def roll(a: Any, *, shift: Any, axis: Any = None) -> Any:
    """An array with its elements moved along axes, the last ones to the front.

    Without an axis, along the array as one row.

    >>> np.roll(np.array([1, 2, 3, 4]), 1)
    array([4, 1, 2, 3])
    """
    return np.roll(a, shift, axis)


@roll.expansion
def _(a: Any, *, shift: Any, axis: Any) -> Any:
    if axis is None:
        steps = sum(_listed(shift))
        return np.reshape(_rolled(np.ravel(a), steps, 0), a.shape)
    shifts, axes = _listed(shift), _listed(axis)
    if len(shifts) == 1:
        shifts = shifts * len(axes)
    if len(axes) == 1:
        axes = axes * len(shifts)
    if len(shifts) != len(axes):
        raise RuleError("argument-mismatch", "`roll` takes a shift for each axis")
    for steps, each in zip(shifts, axes, strict=True):
        a = _rolled(a, steps, attributes.axis(each, a.ndim, "`roll`"))
    return a


def _rolled(a: Any, shift: Any, axis: int) -> Any:
    places = arange(a.shape[axis]) - attributes.size(shift, "a shift")
    return np.take(a, places, axis=axis, mode="wrap")
