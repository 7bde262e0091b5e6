"""Arrays made of arrays: their axes, and elements elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import RuleError
from dslc.ir.ops import joining
from dslc.ir.ops import shape as shape_ops

from .function import function


@function
def broadcast_arrays(*arrays: Any) -> Any:
    """The arrays, all of the shape that they broadcast to."""
    return list(np.broadcast_arrays(*arrays))


@function
def broadcast_to(x: Any, /, shape: Any) -> Any:
    """`x`, repeated along axes of size 1 and new ones in front."""
    return np.broadcast_to(x, shape)


@function
def concat(arrays: Any, /, *, axis: int | None = 0) -> Any:
    """The arrays one after the other, along an axis that they have; flat for None."""
    if axis is None:
        return shape_ops.concat([np.ravel(each) for each in arrays])
    return shape_ops.concat(arrays, axis=axis)


@function
def expand_dims(x: Any, /, *, axis: Any = 0) -> Any:
    """`x` with new axes of size 1."""
    return np.expand_dims(x, axis)


@function
def flip(x: Any, /, *, axis: Any = None) -> Any:
    """The elements in the other order, along some axes or all."""
    return np.flip(x, axis)


@function
def matrix_transpose(x: Any, /) -> Any:
    """Each matrix of a stack with its axes swapped."""
    return np.matrix_transpose(x)


@function
def moveaxis(x: Any, source: Any, destination: Any, /) -> Any:
    """Some axes at other places, the others in their order."""
    return np.moveaxis(x, source, destination)


@function
def permute_dims(x: Any, /, axes: Any) -> Any:
    """All axes in another order."""
    return np.transpose(x, axes)


@function
def repeat(x: Any, repeats: Any, /, *, axis: int | None = None) -> Any:
    """Each element several times in a row."""
    return np.repeat(x, repeats, axis)


@function
def reshape(x: Any, /, shape: Any, *, copy: bool | None = None) -> Any:
    """The same elements, row by row, with another shape.

    Raises:
        ValueError: for `copy=False`, since no two arrays share memory.
    """
    if copy is False:
        raise ValueError("what `reshape` gives is an array of its own")
    return np.reshape(x, shape)


@function
def roll(x: Any, /, shift: Any, *, axis: Any = None) -> Any:
    """The elements moved along, what leaves at the end coming back in front."""
    return np.roll(x, shift, axis)


@function
def squeeze(x: Any, /, axis: Any) -> Any:
    """`x` without some axes of size 1."""
    return np.squeeze(x, axis)


@function
def stack(arrays: Any, /, *, axis: int = 0) -> Any:
    """The arrays along a new axis."""
    return joining.stack(arrays, axis=axis)


@function
def tile(x: Any, repetitions: Any, /) -> Any:
    """Copies of `x` one after the other, along each axis."""
    return np.tile(x, repetitions)


@function
def unstack(x: Any, /, *, axis: int = 0) -> Any:
    """The parts of `x` along an axis, as a tuple."""
    moved = np.moveaxis(x, axis, 0)
    count = moved.shape[0]
    if not isinstance(count, int):
        message = (
            f"how many parts `unstack` gives must be known while the graph is built, not {count}"
        )
        raise RuleError("depends-on-run", message)
    return tuple(moved[n] for n in range(count))
