"""Products of matrices of integers; those of floats depend on the order of their sums."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import is_integer
from dslc.ir.facts import Facts
from dslc.ir.ops.patterns import eye
from dslc.ir.rule import rule

from .conditions import dtype_of, every

SWAPPED = (1, 0)


@rule(
    lambda x, y: np.matmul(np.transpose(x, SWAPPED), np.transpose(y, SWAPPED)),
    when=every(is_integer),
)
def product_of_transposes(x: Any, y: Any) -> Any:
    """A product of two transposed matrices of integers is a transposed product."""
    return np.transpose(np.matmul(y, x), SWAPPED)


@rule(
    lambda x, y: np.transpose(np.matmul(np.transpose(x, SWAPPED), y), SWAPPED),
    when=every(is_integer),
)
def transposed_product(x: Any, y: Any) -> Any:
    """A transposed product with a transposed matrix of integers is a product with the matrix."""
    return np.matmul(np.transpose(y, SWAPPED), x)


def _is_square(facts: Facts, x: Any, *, N: Any, M: Any, dtype: Any) -> bool:
    return is_integer(dtype_of(x)) and (M is None or bool(facts.equal(M, N)))


@rule(lambda x, *, N, M, dtype: np.matmul(x, eye(N=N, M=M, k=0, dtype=dtype)), when=_is_square)
def product_with_identity(x: Any, *, N: Any, M: Any, dtype: Any) -> Any:
    """A product of integers with an identity matrix is the other factor."""
    return x


@rule(lambda x, *, N, M, dtype: np.matmul(eye(N=N, M=M, k=0, dtype=dtype), x), when=_is_square)
def product_of_identity(x: Any, *, N: Any, M: Any, dtype: Any) -> Any:
    """An identity matrix times integers is the other factor."""
    return x
