"""Classes and tokens by number: one-hot vectors, rows of a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.op import op

from . import attributes
from .create import arange, cast
from .operands import integers


def _is_class(labels: Any, number: Size, axis: int) -> Any:
    """A new axis of classes, true at the label's own."""
    given = np.expand_dims(labels, axis)
    key = tuple(slice(None) if each == axis else None for each in range(axis, given.ndim))
    return given == arange(start=number)[key]


def picked(x: Any, labels: Any, axis: int) -> Any:
    """The element of every label along an axis of classes of `x`, which the result lacks.

    A label that is no class picks 0.
    """
    return np.sum(np.where(_is_class(labels, x.shape[axis], axis), x, 0.0), axis=axis)


@op(public="nn.one_hot", sizes=("num_classes",), expands=True)
def one_hot(indices: Any, *, num_classes: Any, axis: int = -1, dtype: Any = np.float32) -> Any:
    """A new axis of classes with 1 at the place that an integer names, and 0 elsewhere.

    An integer that is no class, such as a negative one, gives zeros alone.

    >>> dslc.nn.one_hot(np.array([2, 0]), num_classes=3)
    array([[0., 0., 1.],
           [1., 0., 0.]], dtype=float32)
    """
    given = integers(indices, "indices")
    number = attributes.axis(axis, len(given.shape) + 1, "`one_hot`")
    return cast(_is_class(given, num_classes, number), dtype=dtype)
