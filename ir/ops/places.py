"""Places in arrays: by an index for each axis, by their number among all, by a rule."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BY_NAME
from dslc.ir.op import RuleError, op
from dslc.ir.types import TensorType

from . import attributes
from .control import check
from .create import arange, as_scalar, ones, zeros
from .operands import check_equal, choice, integers, shape_text
from .patterns import tri

I64 = BY_NAME["i64"]
_ERROR = "ValueError"

# --- numbers and indices ------------------------------------------------------------------------


@op(call="indices, shape, order", numpy=("unravel_index",), strong=False, parts=tuple)
def unravel_index(indices: Any, *, shape: Any, order: str = "C") -> Any:
    """The index on each axis of an array of this shape, of places that are counted through it.

    Counted row by row, or with the order "F" column by column. ValueError for a place outside.

    >>> np.unravel_index(np.array([5, 1]), (2, 3))
    (array([1, 0]), array([2, 1]))
    """
    places: Any = np.unravel_index
    return places(indices, shape, order)


@unravel_index.expansion
def _(indices: Any, *, shape: Any, order: str) -> Any:
    rest = _numbers(indices, "indices").astype(I64)
    sizes = attributes.shape(shape)
    if not sizes:
        raise RuleError("argument-mismatch", "`unravel_index` of a shape without axes")
    _check_order(order)
    total = prod(sizes, start=1)
    outside = np.logical_or(rest < 0, rest >= total)
    _refuse_outside(rest, outside, total)
    found = []
    for size in sizes if order == "F" else reversed(sizes):
        # Without elements nothing is divided but by 0 in what no check lets pass.
        found.append(rest % size)
        rest = rest // size
    found = found if order == "F" else found[::-1]
    return tuple(found)


def _numbers(value: Any, role: str) -> Any:
    """Integers that are no bools and, as NumPy's versions differ about these, no u64."""
    value = integers(value, role)
    if value.dtype == np.uint64:
        message = f"`{role}` is of u64, which not every version of NumPy takes"
        raise RuleError("dtype-mismatch", message, help=f"cast it: `{role}.astype(np.int64)`")
    return value


def _check_order(order: Any) -> None:
    choice(order, ("C", "F"), "order")


def _refuse_outside(places: Any, outside: Any, total: Size) -> None:
    """Raise as NumPy does for the first place that is outside."""
    first = places
    if places.ndim:
        listed = np.concatenate((np.ravel(places), zeros((1,), I64)))  # so that there is one
        wrong = np.concatenate((np.ravel(outside), ones((1,), np.bool_)))
        first = listed[np.argmax(wrong)]
    message = "index {} is out of bounds for array with size {}"
    check(np.logical_not(np.any(outside)), first, as_scalar(total), message=message, error=_ERROR)


@op(
    call="multi_index, dims, mode, order", numpy=("ravel_multi_index",), strong=False,
    variadic=True, sizes=("dims",),
)  # fmt: skip
def ravel_multi_index(*multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C") -> Any:
    """The places, counted through an array of these sizes, of an index for each axis.

    Counted row by row, or with the order "F" column by column. An index outside is a ValueError, or
    by `mode` is wrapped around or clipped; a tuple has a mode for each axis.

    >>> np.ravel_multi_index((np.array([1, 0]), np.array([2, 1])), (2, 3))
    array([5, 1])
    """
    places: Any = np.ravel_multi_index
    return places(multi_index, dims, mode, order)


@ravel_multi_index.expansion
def _(*multi_index: Any, dims: Any, mode: Any, order: str) -> Any:
    sizes = attributes.shape(dims)
    _check_order(order)
    modes = mode if isinstance(mode, tuple | list) else (mode,) * len(sizes)
    if not sizes or len(multi_index) != len(sizes) or len(modes) != len(sizes):
        message = f"`ravel_multi_index` needs an index for each of the axes of {shape_text(sizes)}"
        raise RuleError("argument-mismatch", message)
    for each in modes:
        choice(each, ("raise", "wrap", "clip"), "mode")
    given = [_numbers(each, "multi_index").astype(I64) for each in multi_index]
    inside = [_inside(*each) for each in zip(given, sizes, modes, strict=True)]
    pairs = list(zip(inside, sizes, strict=True))
    (place, _), *others = pairs if order == "C" else reversed(pairs)
    for index, size in others:
        place = place * size + index
    return place[()] if place.type == TensorType(I64, ()) else place


def _inside(index: Any, size: Size, mode: str) -> Any:
    if mode == "wrap":
        return index % size
    if mode == "clip":
        return np.maximum(np.minimum(index, as_scalar(size) - 1), 0)
    within = np.all(np.logical_and(index >= 0, index < size))
    check(within, message="invalid entry in coordinates array", error=_ERROR)
    return index


# --- by a rule ----------------------------------------------------------------------------------


@op(
    call="dimensions, dtype, sparse", numpy=("indices",), strong=False, sizes=("dimensions",)
)  # fmt: skip
def indices(*, dimensions: Any, dtype: Any = int) -> Any:
    """The index on each axis at every place of an array of these sizes; the axes come first.

    >>> np.indices((2, 2))
    array([[[0, 0],
            [1, 1]],
    <BLANKLINE>
           [[0, 1],
            [0, 1]]])
    """
    return np.indices(dimensions, dtype)


@indices.expansion
def _(*, dimensions: Any, dtype: Any) -> Any:
    sizes = attributes.shape(dimensions)
    kind = attributes.dtype(dtype)
    if not sizes:
        raise RuleError("argument-mismatch", "`indices` of a shape without axes")
    return np.stack([_along(axis, sizes, kind) for axis in range(len(sizes))])


def _along(axis: int, sizes: tuple[Size, ...], dtype: np.dtype) -> Any:
    """The index on one axis, at every place."""
    line = arange(sizes[axis], dtype=dtype)
    alone: Any = tuple(size if n == axis else 1 for n, size in enumerate(sizes))
    shape: Any = sizes
    return np.broadcast_to(np.reshape(line, alone), shape)


@op(
    call="n, ndim", numpy=("diag_indices",), strong=False, parts=tuple, sizes=("n",)
)  # fmt: skip
def diag_indices(*, n: Any, ndim: Any = 2) -> Any:
    """The indices of the main diagonal of an array of `ndim` axes of size `n`.

    >>> np.diag_indices(3)
    (array([0, 1, 2]), array([0, 1, 2]))
    """
    return np.diag_indices(n, ndim)


@diag_indices.expansion
def _(*, n: Any, ndim: Any) -> Any:
    return (arange(n),) * attributes.integer(ndim, "`ndim`")


@op(
    call="n, k, m", numpy=("tril_indices",), strong=False, parts=tuple, sizes=("n", "k", "m")
)  # fmt: skip
def tril_indices(*, n: Any, k: Any = 0, m: Any = None) -> Any:
    """The indices of the elements on and below the k-th diagonal of an n by m matrix.

    >>> np.tril_indices(2)
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    return np.tril_indices(n, k, m)


@op(
    call="n, k, m", numpy=("triu_indices",), strong=False, parts=tuple, sizes=("n", "k", "m")
)  # fmt: skip
def triu_indices(*, n: Any, k: Any = 0, m: Any = None) -> Any:
    """The indices of the elements on and above the k-th diagonal of an n by m matrix.

    >>> np.triu_indices(2)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return np.triu_indices(n, k, m)


@tril_indices.expansion
def _(*, n: Any, k: Any, m: Any) -> Any:
    return np.nonzero(tri(n, m, k, dtype=np.bool_))


@triu_indices.expansion
def _(*, n: Any, k: Any, m: Any) -> Any:
    return np.nonzero(np.logical_not(tri(n, m, k - 1, dtype=np.bool_)))


@op(call="arr, k", numpy=("tril_indices_from",), strong=False, parts=tuple, sizes=("k",))
def tril_indices_from(arr: Any, *, k: Any = 0) -> Any:
    """The indices of the elements of a matrix on and below its k-th diagonal.

    >>> np.tril_indices_from(np.ones((2, 2)))
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    return np.tril_indices_from(arr, k)


@op(call="arr, k", numpy=("triu_indices_from",), strong=False, parts=tuple, sizes=("k",))
def triu_indices_from(arr: Any, *, k: Any = 0) -> Any:
    """The indices of the elements of a matrix on and above its k-th diagonal.

    >>> np.triu_indices_from(np.ones((2, 2)))
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return np.triu_indices_from(arr, k)


@tril_indices_from.expansion
def _(arr: Any, *, k: Any) -> Any:
    _check_matrix(arr, "tril_indices_from")
    return tril_indices(arr.shape[0], k, arr.shape[1])


@triu_indices_from.expansion
def _(arr: Any, *, k: Any) -> Any:
    _check_matrix(arr, "triu_indices_from")
    return triu_indices(arr.shape[0], k, arr.shape[1])


@op(numpy=("diag_indices_from",), strong=False, parts=tuple)
def diag_indices_from(arr: Any) -> Any:
    """The indices of the elements of an array on its main diagonal, where all indices are alike.

    Of two axes or more, all of one size.

    >>> np.diag_indices_from(np.ones((2, 2)))
    (array([0, 1]), array([0, 1]))
    """
    return np.diag_indices_from(arr)


@diag_indices_from.expansion
def _(arr: Any) -> Any:
    if arr.ndim < 2:
        raise RuleError("rank-mismatch", "`diag_indices_from` takes two axes or more")
    for size in arr.shape[1:]:
        check_equal(size, arr.shape[0], "the axes of `diag_indices_from` have one size")
    return diag_indices(arr.shape[0], ndim=arr.ndim)


def _check_matrix(arr: Any, name: str) -> None:
    if arr.ndim != 2:
        raise RuleError("rank-mismatch", f"`{name}` takes a matrix")
