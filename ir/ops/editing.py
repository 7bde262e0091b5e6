"""Elements put into arrays: between others, at some places, where a mask is true."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max, dim_min
from dslc.ir.dtypes import BOOL, BY_NAME, dtype_name
from dslc.ir.keys import Key
from dslc.ir.op import RuleError, op
from dslc.ir.types import TensorType

from . import attributes
from .control import check
from .create import arange, as_scalar, full, ones, zeros
from .index import store
from .operands import check_equal, choice, integers

I32, I64 = BY_NAME["i32"], BY_NAME["i64"]

# --- between others -----------------------------------------------------------------------------


@op(call="arr, obj, values, axis", numpy=("insert",), strong=False)
def insert(arr: Any, obj: Any, values: Any, *, axis: Any = None) -> Any:
    """An array with values before the elements at these indices of an axis, in its own dtype.

    Without an axis, of all elements in row-major order. At one index all the values that there are
    along the axis; several are of i32 or i64. IndexError for an index outside of the axis, whose
    size stands for its end.

    >>> np.insert(np.array([1, 2, 3]), np.array([1, 3]), np.array([8, 9]))
    array([1, 8, 2, 3, 9])
    """
    return np.insert(arr, obj, values, axis)


@insert.expansion
def _(arr: Any, obj: Any, values: Any, *, axis: Any) -> Any:
    if axis is None:
        arr, axis = np.ravel(arr), 0
    place = attributes.axis(axis, arr.ndim, "`insert`")
    obj = integers(obj, "obj")
    if obj.ndim > 1:
        raise RuleError("rank-mismatch", "the indices of `insert` have one axis, or are one")
    if values.ndim > arr.ndim:
        raise RuleError("rank-mismatch", "the values of `insert` have more axes than the array")
    spread = values
    if values.ndim:
        spread = np.reshape(values, (*(1,) * (arr.ndim - values.ndim), *values.shape))
        spread = spread if obj.ndim else np.moveaxis(spread, 0, place)
    size = arr.shape[place]
    if obj.ndim and obj.shape[0] != 1:
        at = _each_behind_others(obj, size)
    else:
        count = spread.shape[place] if spread.ndim else 1
        at = _from_front(obj[0] if obj.ndim else obj, size) + arange(count)
    return _between(arr, at, spread, place)


def _from_front(index: Any, size: Size) -> Any:
    """An index from 0 to the size of the axis, which is its end."""
    index = index.astype(I64)
    inside = np.logical_and(index >= -size, index <= size)
    message = "an index is out of bounds for an axis of this size"
    check(inside, message=message, error="IndexError")
    return np.where(index < 0, index + size, index)


def _each_behind_others(obj: Any, size: Size) -> Any:
    """Where each of several new elements is at last: those with a smaller index are before it."""
    if obj.dtype not in (I32, I64):
        message = f"several indices of `insert` are of i64, not of {dtype_name(obj.dtype)}"
        raise RuleError("dtype-mismatch", message, help="cast them: `obj.astype(np.int64)`")
    at = obj.astype(I64)
    at = np.where(at < 0, at + size, at)
    order = np.argsort(at, kind="stable")
    return store(at, Key((order,)), at[order] + arange(obj.shape[0]))


def _between(arr: Any, at: Any, values: Any, axis: int) -> Any:
    """An array with values at these indices of the new axis, the elements around them."""
    size, total = arr.shape[axis], arr.shape[axis] + at.shape[0]
    is_old = store(ones((total,), np.bool_), Key((at,)), False)
    # An index far below 0 counts from the end of the new axis, where another one may be.
    message = "two indices of `insert` are the same place"
    check(np.sum(is_old.astype(I64)) == size, message=message, error="ValueError")
    old = np.maximum(np.cumsum(is_old.astype(I64)) - 1, 0)
    end: Any = tuple(1 if n == axis else each for n, each in enumerate(arr.shape))
    padded = np.concatenate((arr, zeros(end, arr.dtype)), axis=axis)  # so that it has a part
    before: Any = (slice(None),) * axis
    return store(np.take(padded, old, axis=axis), Key((*before, at)), values)


# --- in place of others -------------------------------------------------------------------------


@op(
    call="a, ind, v, mode", numpy=("put",), methods=("put",), strong=False, writes=True
)  # fmt: skip
def put(a: Any, ind: Any, v: Any, *, mode: str = "raise") -> None:
    """The array with values at these places, which are counted through it row by row.

    Where there are fewer values than places, they come again from the first; none change nothing.
    IndexError for a place outside, which by `mode` is wrapped around or clipped instead.

    >>> x = np.array([[1, 2], [3, 4]])
    >>> np.put(x, [0, 3], [8, 9])
    >>> x
    array([[8, 2],
           [3, 9]])
    """
    write: Any = np.put
    write(a, ind, v, mode)


@put.expansion
def _(a: Any, ind: Any, v: Any, *, mode: str) -> Any:
    choice(mode, ("raise", "wrap", "clip"), "mode")
    places, size = integers(ind, "ind"), prod(a.shape, start=1)
    if places.dtype == np.uint64:
        raise RuleError("dtype-mismatch", "`ind` is of u64, which NumPy does not cast to i64")
    places = np.reshape(places.astype(I64), (-1,))
    count = places.shape[0]
    possible = np.logical_or(as_scalar(size) > 0, as_scalar(count) == 0)
    check(possible, message="cannot replace elements of an empty array", error="IndexError")
    if mode == "wrap":
        places = places % size
    elif mode == "clip":
        places = np.maximum(np.minimum(places, as_scalar(size) - 1), 0)
    if v.ndim:
        some = count * dim_min(prod(v.shape, start=1), 1)
        places, v = places[:some], _in_turn(v, arange(some))
    return np.reshape(store(np.ravel(a), Key((places,)), v), a.shape)


def _in_turn(values: Any, places: Any) -> Any:
    """The values one after the other, again from the first where there are no more; 0 for none."""
    flat = np.ravel(values)
    padded = np.concatenate((flat, zeros((1,), flat.dtype)))
    return padded[places % dim_max(flat.shape[0], 1)]


@op(
    call="arr, mask, vals", numpy=("place",), strong=False, writes=True
)  # fmt: skip
def place(arr: Any, mask: Any, vals: Any) -> None:
    """The array with the next of some values wherever a mask of as many elements is not 0.

    Where there are fewer values than places, they come again from the first; ValueError for none.

    >>> x = np.array([1, 2, 3, 4])
    >>> np.place(x, x > 1, [8, 9])
    >>> x
    array([1, 8, 9, 8])
    """
    np.place(arr, mask, vals)


@place.expansion
def _(arr: Any, mask: Any, vals: Any) -> Any:
    chosen = _mask(arr, mask)
    if not isinstance(vals.type, TensorType):
        return np.reshape(store(np.ravel(arr), Key((chosen,)), vals), arr.shape)
    values = _safely(vals, arr)
    some = np.logical_or(as_scalar(prod(vals.shape, start=1)) > 0, np.logical_not(np.any(chosen)))
    check(some, message="Cannot insert from an empty array!", error="ValueError")
    number = np.maximum(np.cumsum(chosen.astype(I64)) - 1, 0)
    found = np.where(chosen, _in_turn(values, number), np.ravel(arr))
    return np.reshape(found, arr.shape)


@op(
    call="a, mask, values", numpy=("putmask",), strong=False, writes=True
)  # fmt: skip
def putmask(a: Any, mask: Any, values: Any) -> None:
    """The array with values wherever a mask of as many elements is not 0.

    The values have a place each, in row-major order, and come again from the first where there are
    fewer than elements; none change nothing.

    >>> x = np.array([1, 2, 3, 4])
    >>> np.putmask(x, x > 2, -x)
    >>> x
    array([ 1,  2, -3, -4])
    """
    np.putmask(a, mask, values)


@putmask.expansion
def _(a: Any, mask: Any, values: Any) -> Any:
    chosen = _mask(a, mask)
    if not isinstance(values.type, TensorType):
        return np.reshape(store(np.ravel(a), Key((chosen,)), values), a.shape)
    cast, size = _safely(values, a), prod(a.shape, start=1)
    chosen = np.logical_and(chosen, as_scalar(prod(values.shape, start=1)) > 0)
    found = np.where(chosen, _in_turn(cast, arange(size)), np.ravel(a))
    return np.reshape(found, a.shape)


def _mask(arr: Any, mask: Any) -> Any:
    """The truths of a mask, in row-major order."""
    message = "a mask has as many elements as the array"
    check_equal(prod(mask.shape, start=1), prod(arr.shape, start=1), message)
    flat = np.ravel(mask) if isinstance(mask.type, TensorType) else full((1,), mask)
    return flat if flat.dtype == BOOL else np.not_equal(flat, 0)


def _safely(values: Any, arr: Any) -> Any:
    """Values in the dtype of the array, which holds all of their dtype."""
    if not np.can_cast(values.dtype, arr.dtype, "safe"):
        source, into = dtype_name(values.dtype), dtype_name(arr.dtype)
        message = f"values of {source} are not stored as {into} here"
        raise RuleError("dtype-mismatch", message, help="cast them with `.astype`")
    return values.astype(arr.dtype)
