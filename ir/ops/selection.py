"""What passes a test: the places, the elements. How many there are only the data says."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, BY_NAME
from dslc.ir.facts import Facts
from dslc.ir.keys import Key
from dslc.ir.op import RuleError, op
from dslc.ir.types import TensorType, Type

from . import attributes
from .create import arange, ones
from .index import store
from .operands import check_equal, check_rank, integers
from .rules import array, refuse_joined

I64 = BY_NAME["i64"]

# --- places -------------------------------------------------------------------------------------


@op(numpy=("nonzero",), methods=("nonzero",), strong=False, parts=tuple)
def nonzero(a: Any) -> Any:
    """The indices of the elements that are not 0, in row-major order: an array for each axis.

    `np.where(test)` is the same.

    >>> np.nonzero(np.array([[3, 0], [0, 4]]))
    (array([0, 1]), array([0, 1]))
    """
    return np.nonzero(a)


@nonzero.type
def _(facts: Facts, a: Type) -> tuple[Type, ...]:
    refuse_joined((a,), "`nonzero`")
    shape = _axes(a, "`nonzero`")
    size = facts.open(high=prod(shape, start=1), counts=0)
    return (TensorType(I64, (size,)),) * len(shape)


@op(numpy=("flatnonzero",), strong=False)
def flatnonzero(a: Any) -> Any:
    """The positions of the elements that are not 0 among all in row-major order.

    >>> np.flatnonzero(np.array([[3, 0], [0, 4]]))
    array([0, 3])
    """
    return np.flatnonzero(a)


@flatnonzero.type
def _(facts: Facts, a: Type) -> Type:
    refuse_joined((a,), "`flatnonzero`")
    shape = _axes(a, "`flatnonzero`")
    return TensorType(I64, (facts.open(high=prod(shape, start=1), counts=0),))


def _axes(a: Type, what: str) -> tuple[Any, ...]:
    """The shape of an array that has axes."""
    shape = array(a, what).shape
    if not shape:
        raise RuleError("rank-mismatch", f"{what} needs an array with axes", {0: f"this is {a}"})
    return shape


@op(numpy=("argwhere",), strong=False)
def argwhere(a: Any) -> Any:
    """The indices of the elements that are not 0, in row-major order: a row for each.

    >>> np.argwhere(np.array([[3, 0], [0, 4]]))
    array([[0, 0],
           [1, 1]])
    """
    return np.argwhere(a)


@argwhere.expansion
def _(a: Any) -> Any:
    return np.stack(np.nonzero(a), axis=1)


# --- elements -----------------------------------------------------------------------------------


@op(call="condition, a, axis, out", numpy=("compress",), methods=("compress",), strong=False)
def compress(condition: Any, a: Any, *, axis: Any = None) -> Any:
    """The parts of an array along an axis where a condition, a vector, is not 0.

    Without an axis, of the elements in row-major order. The condition may be shorter than the axis;
    IndexError for what it chooses beyond the end.

    >>> np.compress([0, 1, 1], np.array([[1, 2, 3], [4, 5, 6]]), axis=1)
    array([[2, 3],
           [5, 6]])
    """
    return np.compress(condition, a, axis=axis)


@compress.expansion
def _(condition: Any, a: Any, *, axis: Any) -> Any:
    if condition.ndim != 1:
        raise RuleError("rank-mismatch", "the condition of `compress` has one axis")
    return np.take(a, np.flatnonzero(condition), axis=axis)


@op(call="condition, arr", numpy=("extract",), strong=False)
def extract(condition: Any, arr: Any) -> Any:
    """The elements of an array, in row-major order, where another of as many elements is not 0.

    IndexError for what is chosen beyond the end.

    >>> np.extract(np.array([True, False, True]), np.array([1, 2, 3]))
    array([1, 3])
    """
    return np.extract(condition, arr)


@extract.expansion
def _(condition: Any, arr: Any) -> Any:
    return np.take(np.ravel(arr), np.flatnonzero(condition))


@op(call="filt, trim", numpy=("trim_zeros",), strong=False, view=True)
def trim_zeros(filt: Any, *, trim: str = "fb") -> Any:
    """A vector without the zeros at its front (`f`), its back (`b`) or both.

    >>> np.trim_zeros(np.array([0, 0, 1, 0, 2, 0]))
    array([1, 0, 2])
    """
    trimmed: Any = np.trim_zeros
    return trimmed(filt, trim)


@trim_zeros.expansion
def _(filt: Any, *, trim: str) -> Any:
    if filt.ndim != 1:
        raise RuleError("rank-mismatch", "`trim_zeros` takes a vector")
    if not isinstance(trim, str) or not set(trim.lower()) <= set("fb"):
        raise RuleError("argument-mismatch", '`trim` is "f", "b" or "fb"')
    counted = (filt != 0).astype(np.int64)
    kept = np.ones_like(counted, np.bool_)
    if "f" in trim.lower():
        kept = kept & (np.cumsum(counted) > 0)
    if "b" in trim.lower():
        kept = kept & (np.cumsum(counted[::-1])[::-1] > 0)
    return filt[kept]


@op(call="arr, obj, axis", numpy=("delete",), strong=False)
def delete(arr: Any, obj: Any, *, axis: Any = None) -> Any:
    """An array without the parts at these indices along an axis, or where a mask is true.

    Without an axis, without these elements in row-major order. IndexError for an index outside of
    the axis.

    >>> np.delete(np.array([1, 2, 3, 4]), np.array([0, -1]))
    array([2, 3])
    """
    return np.delete(arr, obj, axis)


@delete.expansion
def _(arr: Any, obj: Any, *, axis: Any) -> Any:
    if axis is None:
        arr, axis = np.ravel(arr), 0
    place = attributes.axis(axis, arr.ndim, "`delete`")
    before: Any = (slice(None),) * place
    size = arr.shape[place]
    if not obj.ndim:
        return _without_one(arr, integers(obj, "obj"), place)
    if obj.dtype == BOOL:
        check_rank(obj, 1, "obj", "[size of the axis]")
        check_equal(obj.shape[0], size, "a mask of `delete` has the size of the axis")
        return arr[(*before, ~obj)]
    kept = store(ones((size,), np.bool_), Key((integers(obj, "obj"),)), False)
    return arr[(*before, kept)]


def _without_one(arr: Any, place: Any, axis: int) -> Any:
    """An array without one part; IndexError for an integer outside of the axis."""
    nothing: Any = (slice(0, 0),) * axis
    arr[(*nothing, place)]  # looks whether it is inside
    size = arr.shape[axis]
    place = place.astype(np.int64)
    places = arange(size - 1)
    place = np.where(place < 0, place + size, place)
    return np.take(arr, places + (places >= place), axis=axis)
