"""Classes and tokens by number: one-hot vectors, rows of a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.op import op

from . import attributes
from .create import arange, cast
from .operands import check_rank, integers


def _is_class(labels: Any, number: Size, axis: int) -> Any:
    """A new axis of classes, true at the label's own."""
    given = np.expand_dims(labels, axis)
    key = tuple(slice(None) if each == axis else None for each in range(axis, given.ndim))
    return given == arange(start=number)[key]


def picked(x: Any, labels: Any, axis: int) -> Any:
    """The element of every label along an axis of classes of `x`, which the result lacks.

    IndexError for a label that is no class.
    """
    index = np.expand_dims(labels, axis)
    return np.squeeze(np.take_along_axis(x, index, axis=axis), axis=axis)


@op(public="nn.embedding", expands=True)
def embedding(indices: Any, table: Any) -> Any:
    """Rows of a table: `table[indices]`, of shape `[..., features]` for indices `[...]`.

    The table is `[rows, features]`. IndexError for an index that is no row; a negative one counts
    from the end, as in NumPy.

    >>> dslc.nn.embedding(np.array([2, 0]), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    array([[5., 6.],
           [1., 2.]])
    """
    given = integers(indices, "indices")
    check_rank(table, 2, "table", "[rows, features]")
    # One row alone would be a view.
    return np.copy(table[given]) if not given.ndim else table[given]


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
