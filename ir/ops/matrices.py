"""Products and parts of matrices by their names in `np.linalg`, where the last two axes are one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.op import RuleError, op

from . import attributes
from .operands import check_equal, check_rank
from .patterns import eye
from .solving import inv

# --- products -----------------------------------------------------------------------------------


@op(call="a, n", numpy=("linalg.matrix_power",), strong=False, view=True)
def matrix_power(a: Any, *, n: int) -> Any:
    """A square matrix multiplied by itself, `n` of them; of the inverse where `n` is negative.

    With `n=1` it is the matrix itself, not a copy.

    >>> np.linalg.matrix_power(np.array([[1, 1], [0, 1]]), 5)
    array([[1, 5],
           [0, 1]])
    """
    return np.linalg.matrix_power(a, n)


@matrix_power.is_copy
def _(a: Any, *, n: Any = None) -> bool:
    return n is not None and n != 1


@matrix_power.expansion
def _(a: Any, *, n: Any) -> Any:
    count = attributes.integer(n, "the power of a matrix")
    if a.ndim < 2:
        raise RuleError("rank-mismatch", "`matrix_power` needs a matrix")
    check_equal(a.shape[-2], a.shape[-1], "`matrix_power` needs a square matrix")
    if count == 0:
        return np.zeros_like(a) + eye(a.shape[-1], dtype=a.dtype)
    if count < 0:
        a, count = inv(a), -count
    if count == 3:
        return (a @ a) @ a  # as NumPy orders them
    result = None
    while count:
        count, odd = divmod(count, 2)
        if odd:
            result = a if result is None else result @ a
        a = a @ a if count else a
    return result


@op(call="arrays", numpy=("linalg.multi_dot",), strong=False, variadic=True)
def multi_dot(*arrays: Any) -> Any:
    """The product of a list of matrices, in the order that takes the fewest multiplications.

    The first and the last may be vectors. Where sizes are known only at a call, the products are
    taken from left to right.

    >>> np.linalg.multi_dot([np.ones((2, 3)), np.ones((3, 4)), np.ones(4)])
    array([12., 12.])
    """
    return np.linalg.multi_dot(list(arrays))


@multi_dot.expansion
def _(*arrays: Any) -> Any:
    if len(arrays) < 2:
        raise RuleError("argument-mismatch", "`multi_dot` needs at least two arrays")
    for number, each in enumerate(arrays):
        outside = number in (0, len(arrays) - 1)
        if each.ndim != 2 and not (outside and each.ndim == 1):
            message = "`multi_dot` is of matrices, of which the first and last may be vectors"
            raise RuleError("rank-mismatch", message)
    first, *_, last = arrays
    rows = [1 if first.ndim == 1 else first.shape[0], *(each.shape[0] for each in arrays[1:])]
    sizes = [*rows, 1 if last.ndim == 1 else last.shape[1]]
    return _multiplied(arrays, _splits(sizes), 0, len(arrays) - 1)


def _multiplied(arrays: Sequence[Any], splits: dict[tuple[int, int], int], i: int, j: int) -> Any:
    """The product of the arrays from `i` to `j`."""
    if i == j:
        return arrays[i]
    at = splits.get((i, j), j - 1)
    return _multiplied(arrays, splits, i, at) @ _multiplied(arrays, splits, at + 1, j)


def _splits(sizes: Sequence[Size]) -> dict[tuple[int, int], int]:
    """After which matrix each chain is best split; nothing where a size is known only at a call.

    The matrix chain order of T. Cormen et al., Introduction to Algorithms, 3rd ed., chapter 15.2.
    """
    known = [size for size in sizes if isinstance(size, int)]
    splits: dict[tuple[int, int], int] = {}
    if len(known) < len(sizes):
        return splits
    count = len(known) - 1
    costs = {(i, i): 0 for i in range(count)}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            costs[i, j], splits[i, j] = min(
                (costs[i, at] + costs[at + 1, j] + known[i] * known[at + 1] * known[j + 1], at)
                for at in range(i, j)
            )
    return splits


@op(numpy=("linalg.outer",), strong=False)
def vector_outer(x1: Any, x2: Any) -> Any:
    """Product of each element of one vector with each of another.

    >>> np.linalg.outer(np.array([1, 2]), np.array([3, 4]))
    array([[3, 4],
           [6, 8]])
    """
    return np.linalg.outer(x1, x2)


@vector_outer.expansion
def _(x1: Any, x2: Any) -> Any:
    check_rank(x1, 1, "x1", "[n]")
    check_rank(x2, 1, "x2", "[m]")
    return np.outer(x1, x2)


@op(call="x1, x2, axis", numpy=("linalg.cross",), strong=False)
def vector_cross(x1: Any, x2: Any, *, axis: int = -1) -> Any:
    """The vector product of vectors of three numbers along one axis of both.

    >>> np.linalg.cross(np.array([1, 0, 0]), np.array([0, 1, 0]))
    array([0, 0, 1])
    """
    return np.linalg.cross(x1, x2, axis=axis)


@vector_cross.expansion
def _(x1: Any, x2: Any, *, axis: Any) -> Any:
    return np.cross(x1, x2, axis=axis)


# --- diagonals ----------------------------------------------------------------------------------


@op(call="x, offset", numpy=("linalg.diagonal",), strong=False, view=True)
def matrix_diagonal(x: Any, *, offset: int = 0) -> Any:
    """The elements of matrices whose column is their row plus `offset`.

    >>> np.linalg.diagonal(np.array([[1, 2], [3, 4]]))
    array([1, 4])
    """
    return np.linalg.diagonal(x, offset=offset)


@matrix_diagonal.expansion
def _(x: Any, *, offset: Any) -> Any:
    return np.diagonal(x, offset, -2, -1)


@op(call="x, offset, dtype", numpy=("linalg.trace",), strong=False)
def matrix_trace(x: Any, *, offset: int = 0, dtype: Any = None) -> Any:
    """The sum of the diagonal of matrices.

    >>> np.linalg.trace(np.array([[1, 2], [3, 4]]))
    np.int64(5)
    """
    return np.linalg.trace(x, offset=offset, dtype=dtype)


@matrix_trace.expansion
def _(x: Any, *, offset: Any, dtype: Any) -> Any:
    return np.sum(np.diagonal(x, offset, -2, -1), axis=-1, dtype=dtype)
