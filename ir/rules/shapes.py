"""The same elements under other shapes and axes: chains of views become one view, or none."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.ops import attributes
from dslc.ir.ops.shape import broadcast_to, expand_dims, reshape, squeeze, transpose
from dslc.ir.rule import DOES_NOT_APPLY, rule

from .conditions import arrays, same_shape

# --- reshape --------------------------------------------------------------------------------------


@rule(
    lambda x, *, shape: np.reshape(x, shape),
    when=lambda facts, x, *, shape: same_shape(facts, x.shape, shape) or x.ndim == len(shape) == 1,
)
def reshape_to_own_shape(x: Any, *, shape: Any) -> Any:
    """A reshape to the shape that an array has is the array."""
    return x


@rule(lambda x, *, inner, outer: np.reshape(np.reshape(x, inner), outer))
def reshape_of_reshape(x: Any, *, inner: Any, outer: Any) -> Any:
    """A reshape of a reshape is one reshape."""
    return np.reshape(x, outer)


@rule(lambda x, *, axis, shape: np.reshape(np.expand_dims(x, axis), shape), when=arrays)
def reshape_of_expand_dims(x: Any, *, axis: Any, shape: Any) -> Any:
    """A reshape of an array with new axes is a reshape of the array."""
    return np.reshape(x, shape)


@rule(lambda x, *, axis, shape: np.reshape(squeeze(x, axis=axis), shape), when=arrays)
def reshape_of_squeeze(x: Any, *, axis: Any, shape: Any) -> Any:
    """A reshape of an array without axes of size 1 is a reshape of the array."""
    return np.reshape(x, shape)


@rule(lambda x, *, shape: np.reshape(np.ravel(x), shape), when=arrays)
def reshape_of_ravel(x: Any, *, shape: Any) -> Any:
    """A reshape of an array made flat is a reshape of the array."""
    return np.reshape(x, shape)


@rule(lambda x, *, shape: np.ravel(np.reshape(x, shape)), when=arrays)
def ravel_of_reshape(x: Any, *, shape: Any) -> Any:
    """A reshaped array made flat is the array made flat."""
    return np.ravel(x)


@rule(lambda x: np.ravel(np.ravel(x)), when=arrays)
def ravel_of_ravel(x: Any) -> Any:
    """An array made flat twice is made flat once."""
    return np.ravel(x)


@rule(lambda x, *, axis: np.ravel(np.expand_dims(x, axis)), when=arrays)
def ravel_of_expand_dims(x: Any, *, axis: Any) -> Any:
    """An array with new axes made flat is the array made flat."""
    return np.ravel(x)


@rule(lambda x, *, axis, shape: squeeze(np.reshape(x, shape), axis=axis))
def squeeze_of_reshape(x: Any, *, axis: Any, shape: Any) -> Any:
    """A reshape without axes of size 1 is a shorter reshape."""
    if -1 in [size for number, size in enumerate(shape) if number in axis]:
        return DOES_NOT_APPLY
    return np.reshape(x, tuple(size for number, size in enumerate(shape) if number not in axis))


# --- the order of axes ----------------------------------------------------------------------------


@rule(
    lambda x, *, axes: np.transpose(x, axes),
    when=lambda facts, x, *, axes: axes == tuple(range(len(axes))),
)
def transpose_to_own_order(x: Any, *, axes: Any) -> Any:
    """A transpose that leaves the axes in their order is the array."""
    return x


@rule(lambda x, *, inner, outer: np.transpose(np.transpose(x, inner), outer))
def transpose_of_transpose(x: Any, *, inner: Any, outer: Any) -> Any:
    """A transpose of a transpose is one transpose."""
    return np.transpose(x, tuple(inner[axis] for axis in outer))


@rule(lambda x, *, first, second: np.swapaxes(x, first, second), when=arrays)
def swapaxes_is_transpose(x: Any, *, first: int, second: int) -> Any:
    """`swapaxes` is a transpose."""
    order = list(range(x.ndim))
    a, b = (attributes.axis(each, x.ndim, "`swapaxes`") for each in (first, second))
    order[a], order[b] = order[b], order[a]
    return np.transpose(x, tuple(order))


@rule(lambda x: np.matrix_transpose(x), when=arrays)
def matrix_transpose_is_transpose(x: Any) -> Any:
    """`matrix_transpose` is a transpose."""
    return np.transpose(x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


@rule(
    lambda x, *, source, destination: np.moveaxis(x, source, destination),
    when=lambda facts, x, *, source, destination: (
        isinstance(source, int) and isinstance(destination, int)
    ),
)
def moveaxis_is_transpose(x: Any, *, source: int, destination: int) -> Any:
    """`moveaxis` of one axis is a transpose."""
    origin, target = source % x.ndim, destination % x.ndim
    order = [axis for axis in range(x.ndim) if axis != origin]
    order.insert(target, origin)
    return np.transpose(x, tuple(order))


# --- axes of size 1 -------------------------------------------------------------------------------


@rule(lambda x: squeeze(x, axis=()))
def squeeze_of_nothing(x: Any) -> Any:
    """A squeeze of no axis is the array."""
    return x


@rule(lambda x, *, inner, outer: squeeze(squeeze(x, axis=inner), axis=outer))
def squeeze_of_squeeze(x: Any, *, inner: Any, outer: Any) -> Any:
    """A squeeze of a squeeze is one squeeze."""
    kept = [axis for axis in range(x.ndim) if axis not in inner]
    return squeeze(x, axis=tuple(sorted((*inner, *(kept[axis] for axis in outer)))))


@rule(lambda x, *, axis: squeeze(expand_dims(x, axis=axis), axis=axis), when=arrays)
def squeeze_of_expand_dims(x: Any, *, axis: Any) -> Any:
    """New axes that are taken off again leave the array."""
    return x


@rule(lambda x, *, axis: expand_dims(squeeze(x, axis=axis), axis=axis), when=arrays)
def expand_dims_of_squeeze(x: Any, *, axis: Any) -> Any:
    """Axes of size 1 that are put back leave the array."""
    return x


@rule(lambda x, *, inner, outer: expand_dims(expand_dims(x, axis=inner), axis=outer), when=arrays)
def expand_dims_of_expand_dims(x: Any, *, inner: Any, outer: Any) -> Any:
    """New axes in two steps are put in at once."""
    rank = x.ndim + len(inner) + len(outer)
    kept = [axis for axis in range(rank) if axis not in outer]
    return expand_dims(x, axis=tuple(sorted((*outer, *(kept[axis] for axis in inner)))))


@rule(lambda x, *, axis, shape: expand_dims(np.reshape(x, shape), axis=axis), when=arrays)
def expand_dims_of_reshape(x: Any, *, axis: Any, shape: Any) -> Any:
    """A reshape with new axes is one reshape."""
    sizes = iter(shape)
    rank = len(shape) + len(axis)
    return np.reshape(x, tuple(1 if axis_ in axis else next(sizes) for axis_ in range(rank)))


# --- broadcast ------------------------------------------------------------------------------------


@rule(
    lambda x, *, shape: np.broadcast_to(x, shape),
    when=lambda facts, x, *, shape: same_shape(facts, x.shape, shape),
)
def broadcast_to_own_shape(x: Any, *, shape: Any) -> Any:
    """A broadcast to the shape that an array has is the array."""
    return x


@rule(lambda x, *, inner, outer: np.broadcast_to(np.broadcast_to(x, inner), outer))
def broadcast_of_broadcast(x: Any, *, inner: Any, outer: Any) -> Any:
    """A broadcast of a broadcast is one broadcast."""
    return np.broadcast_to(x, outer)


@rule(
    lambda x, *, axis, shape: broadcast_to(expand_dims(x, axis=axis), shape),
    when=lambda facts, x, *, axis, shape: axis == tuple(range(len(axis))),
)
def broadcast_of_leading_axes(x: Any, *, axis: Any, shape: Any) -> Any:
    """A broadcast puts new axes in front by itself."""
    return np.broadcast_to(x, shape)


@rule(
    lambda x, *, shape, axes: transpose(reshape(x, shape), axes=axes),
    when=lambda facts, x, *, shape, axes: -1 not in shape,
)
def transpose_of_single_row(x: Any, *, shape: Any, axes: Any) -> Any:
    """A transpose that only moves axes of size 1 of a reshape is a reshape."""
    long = [axis for axis in axes if shape[axis] != 1]
    if long != sorted(long):
        return DOES_NOT_APPLY
    return np.reshape(x, tuple(shape[axis] for axis in axes))
