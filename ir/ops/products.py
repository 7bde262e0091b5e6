"""Products that matrices and vectors have besides `@`: sums of products over chosen axes.

The order in which a backend adds is its own.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from dslc.ir.dtypes import is_complex
from dslc.ir.op import RuleError, op

from . import attributes
from .einsum import contract, parse
from .operands import check_equal

# --- two operands -------------------------------------------------------------------------------


@op(call="a, b, out", numpy=("dot",), methods=("dot",))
def dot(a: Any, b: Any) -> Any:
    """Sum of products over the last axis of `a` and the second to last (or only) axis of `b`.

    A product where one is a single value.

    >>> np.dot(np.array([1, 2]), np.array([3, 4]))
    np.int64(11)
    """
    return np.dot(a, b)


@dot.expansion
def _(a: Any, b: Any) -> Any:
    if a.ndim == 0 or b.ndim == 0:
        return np.multiply(a, b)
    if b.ndim < 3:
        return a @ b
    return np.tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 2,)))


@op(numpy=("inner",))
def inner(a: Any, b: Any) -> Any:
    """Sum of products over the last axes of both.

    >>> np.inner(np.array([[1, 2], [3, 4]]), np.array([10, 1]))
    array([12, 34])
    """
    return np.inner(a, b)


@inner.expansion
def _(a: Any, b: Any) -> Any:
    if a.ndim == 0 or b.ndim == 0:
        return np.multiply(a, b)
    if a.ndim == b.ndim == 1:
        return a @ b
    return np.tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 1,)))


@op(call="a, b, out", numpy=("outer",))
def outer(a: Any, b: Any) -> Any:
    """Product of each element of `a` with each of `b`, both taken as one row.

    >>> np.outer(np.array([1, 2]), np.array([3, 4]))
    array([[3, 4],
           [6, 8]])
    """
    return np.outer(a, b)


@outer.expansion
def _(a: Any, b: Any) -> Any:
    return np.multiply(np.reshape(a, (-1, 1)), np.reshape(b, (1, -1)))


@op(numpy=("vdot",))
def vdot(a: Any, b: Any) -> Any:
    """Sum of products of all elements, those of a complex `a` conjugated.

    >>> np.vdot(np.array([[1, 2], [3, 4]]), np.ones((2, 2)))
    np.float64(10.0)
    """
    return np.vdot(a, b)


@vdot.expansion
def _(a: Any, b: Any) -> Any:
    return np.reshape(_conjugated(a), (-1,)) @ np.reshape(b, (-1,))


def _conjugated(x: Any) -> Any:
    """Complex numbers with the sign of their imaginary parts changed; real ones as they are."""
    return np.conjugate(x) if is_complex(x.dtype) else x


@op(call="a, b, axes", numpy=("tensordot", "linalg.tensordot"), strong=False)
def tensordot(a: Any, b: Any, *, axes: Any = 2) -> Any:
    """Sum of products over axes: the last so many of `a` and first of `b`, or these of each.

    >>> np.tensordot(np.ones((2, 3)), np.ones((3, 4)), axes=1).shape
    (2, 4)
    """
    return np.tensordot(a, b, axes)


@tensordot.expansion
def _(a: Any, b: Any, *, axes: Any) -> Any:
    lefts, rights = _summed_axes(a, b, axes)
    kept_left = [axis for axis in range(a.ndim) if axis not in lefts]
    kept_right = [axis for axis in range(b.ndim) if axis not in rights]
    rows = tuple(a.shape[axis] for axis in kept_left)
    columns = tuple(b.shape[axis] for axis in kept_right)
    inside = prod((a.shape[axis] for axis in lefts), start=1)
    left = np.reshape(np.transpose(a, (*kept_left, *lefts)), (prod(rows, start=1), inside))
    right = np.reshape(
        np.transpose(b, (*rights, *kept_right)),
        (prod((b.shape[axis] for axis in rights), start=1), prod(columns, start=1)),
    )
    return np.reshape(left @ right, (*rows, *columns))


def _summed_axes(a: Any, b: Any, axes: Any) -> tuple[list[int], list[int]]:
    if not isinstance(axes, tuple | list):
        count = attributes.integer(axes, "the number of axes")
        if not 0 <= count <= min(a.ndim, b.ndim):
            raise RuleError("rank-mismatch", f"there are no {count} axes to sum over in both")
        axes = range(a.ndim - count, a.ndim), range(count)
    if len(axes) != 2:
        raise RuleError("argument-mismatch", "`axes` of `tensordot` are those of each array")
    listed = [each if isinstance(each, tuple | list | range) else (each,) for each in axes]
    lefts, rights = (
        [attributes.axis(axis, array.ndim, "`tensordot`") for axis in each]
        for each, array in zip(listed, (a, b), strict=True)
    )
    if len(lefts) != len(rights) or len(set(lefts)) < len(lefts) or len(set(rights)) < len(rights):
        message = "`tensordot` sums over as many different axes of both arrays"
        raise RuleError("argument-mismatch", message)
    for left, right in zip(lefts, rights, strict=True):
        size, other = a.shape[left], b.shape[right]
        message = f"the axes that are summed over differ in size: {size} is never {other}"
        check_equal(size, other, message)
    return lefts, rights


@op(numpy=("kron",), strong=False)
def kron(a: Any, b: Any) -> Any:
    """The array `b` in place of each element of `a`, times that element.

    >>> np.kron(np.array([1, 10]), np.array([1, 2]))
    array([ 1,  2, 10, 20])
    """
    return np.kron(a, b)


@kron.expansion
def _(a: Any, b: Any) -> Any:
    if a.ndim == 0 or b.ndim == 0:
        return np.multiply(a, b)
    rank = max(a.ndim, b.ndim)
    left = (1,) * (rank - a.ndim) + a.shape
    right = (1,) * (rank - b.ndim) + b.shape
    spread = np.multiply(
        np.reshape(a, tuple(part for size in left for part in (size, 1))),
        np.reshape(b, tuple(part for size in right for part in (1, size))),
    )
    return np.reshape(spread, tuple(x * y for x, y in zip(left, right, strict=True)))


@op(call="x1, x2, axis", numpy=("vecdot", "linalg.vecdot"), strong=False)
def vecdot(x1: Any, x2: Any, *, axis: int = -1) -> Any:
    """Sum of products over one axis of both, the other axes broadcast; a complex `x1` conjugated.

    >>> np.linalg.vecdot(np.array([[1, 2], [3, 4]]), np.array([1, 10]))
    array([21, 43])
    """
    given: Any = {"axis": axis}
    return np.vecdot(x1, x2, **given)


@vecdot.expansion
def _(x1: Any, x2: Any, *, axis: int) -> Any:
    x1 = _conjugated(x1)
    if x1.ndim == x2.ndim == 1:
        return x1 @ x2
    left, right = (np.moveaxis(x, attributes.axis(axis, x.ndim, "`vecdot`"), -1) for x in (x1, x2))
    return np.squeeze(left[..., None, :] @ right[..., :, None], axis=(-2, -1))


@op(numpy=("matvec",), strong=False, expands=True)
def matvec(x1: Any, x2: Any) -> Any:
    """The product of a matrix and a vector, or of stacks of them, which are broadcast.

    >>> np.matvec(np.array([[1, 2], [3, 4]]), np.array([1, 10]))
    array([21, 43])
    """
    _check_vectors(x1, x2, "matvec")
    return np.squeeze(x1 @ x2[..., :, None], axis=-1)


@op(numpy=("vecmat",), strong=False, expands=True)
def vecmat(x1: Any, x2: Any) -> Any:
    """The product of a vector, conjugated if complex, and a matrix, or of stacks of them.

    >>> np.vecmat(np.array([1, 10]), np.array([[1, 2], [3, 4]]))
    array([31, 42])
    """
    _check_vectors(x2, x1, "vecmat")
    return np.squeeze(_conjugated(x1)[..., None, :] @ x2, axis=-2)


def _check_vectors(matrix: Any, vector: Any, name: str) -> None:
    if matrix.ndim < 2 or not vector.ndim:
        raise RuleError("rank-mismatch", f"`{name}` needs a matrix and a vector")


@op(call="a, b, axisa, axisb, axisc, axis", numpy=("cross",), strong=False)
def cross(
    a: Any, b: Any, *, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: Any = None
) -> Any:
    """The vector product of vectors of three numbers along an axis, the other axes broadcast.

    >>> np.cross(np.array([1, 0, 0]), np.array([0, 1, 0]))
    array([0, 0, 1])
    """
    return np.cross(a, b, axisa, axisb, axisc, axis)


@cross.expansion
def _(a: Any, b: Any, *, axisa: int, axisb: int, axisc: int, axis: Any) -> Any:
    if axis is not None:
        axisa = axisb = axisc = axis
    left, right = (
        np.moveaxis(x, attributes.axis(place, x.ndim, "`cross`"), -1)
        for x, place in ((a, axisa), (b, axisb))
    )
    for each in (left, right):
        check_equal(each.shape[-1], 3, "`cross` is of vectors of three numbers")
    x, y = ([each[..., n] for n in range(3)] for each in (left, right))
    parts = [x[m] * y[n] - x[n] * y[m] for m, n in ((1, 2), (2, 0), (0, 1))]
    rank = max(left.ndim, right.ndim)
    return np.stack(parts, axis=attributes.axis(axisc, rank, "`cross`"))


# --- einsum -------------------------------------------------------------------------------------


@op(call="subscripts, *operands, optimize", numpy=("einsum",), strong=False, variadic=True)
def einsum(*operands: Any, subscripts: str, optimize: bool = False) -> Any:
    """Sum of products over the axes that Einstein's notation names.

    Each operand has a letter for every axis, `...` for those that broadcast; letters that are not
    in the result are summed over. Pairs of operands are multiplied from left to right.

    >>> np.einsum("ij,jk->ik", np.ones((2, 3)), np.ones((3, 4))).shape
    (2, 4)
    """
    return np.einsum(subscripts, *operands, optimize=optimize)


@einsum.expansion
def _(*operands: Any, subscripts: str, optimize: bool) -> Any:
    if not isinstance(subscripts, str):
        raise RuleError("argument-mismatch", "the subscripts of `einsum` are text")
    inputs, output = parse(subscripts, [each.ndim for each in operands])
    if len(inputs) == 1 and set(inputs[0]) == set(output):
        message = "`einsum` that only exchanges axes gives a view in NumPy"
        raise RuleError("unsupported-construct", message, help="use `np.transpose`")
    result = contract(list(operands), inputs, output)
    return result if result.ndim else np.sum(result, axis=(), dtype=result.dtype)
