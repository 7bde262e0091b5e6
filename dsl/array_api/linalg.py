"""The extension `linalg`: linear algebra."""

from __future__ import annotations

from typing import Any

import numpy as np

from .function import function
from .manipulation import matrix_transpose
from .searching import matmul, tensordot, vecdot

__all__ = [
    "cross", "diagonal", "matmul", "matrix_transpose", "outer", "tensordot", "trace", "vecdot",
]  # fmt: skip


@function
def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The cross products of vectors of three elements."""
    return np.cross(x1, x2, axis=axis)


@function
def diagonal(x: Any, /, *, offset: int = 0) -> Any:
    """The diagonals of matrices."""
    return np.diagonal(x, offset, -2, -1)


@function
def outer(x1: Any, x2: Any, /) -> Any:
    """The products of each element of one vector with each of another."""
    return np.outer(x1, x2)


@function
def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """The sums of the diagonals of matrices."""
    return np.sum(np.diagonal(x, offset, -2, -1), axis=-1, dtype=dtype)
