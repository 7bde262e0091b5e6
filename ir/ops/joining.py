"""Arrays joined along a new axis or an old one, and parts of one array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.calling import sketch_facts
from dslc.ir.dims import Dim, dim_min
from dslc.ir.dtypes import dtype_name, is_integer
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import NumberType, TensorType, Type, default_dtype, shape_of

from . import attributes
from .create import full, zeros
from .operands import check_equal
from .rules import array as array_type
from .rules import broadcast, refuse_joined

# --- joining ------------------------------------------------------------------------------------


@op(call="arrays, axis, out", numpy=("stack",), strong=False, variadic=True)
def stack(*arrays: Any, axis: int = 0) -> Any:
    """Arrays of one shape side by side along a new axis of the result, in their common dtype.

    >>> np.stack((np.array([1, 2]), np.array([3, 4])), axis=1)
    array([[1, 3],
           [2, 4]])
    """
    return np.stack(arrays, axis=axis)


@stack.expansion
def _(*arrays: Any, axis: int) -> Any:
    if not arrays:
        raise RuleError("argument-mismatch", "`stack` needs at least one array")
    if any(each.ndim != arrays[0].ndim for each in arrays):
        raise RuleError("rank-mismatch", "the arrays differ in rank")
    place = attributes.axis(axis, arrays[0].ndim + 1, "`stack`")
    return np.concatenate([np.expand_dims(each, place) for each in arrays], axis=place)


@op(call="tup", numpy=("vstack", "row_stack"), strong=False, variadic=True)
def vstack(*tup: Any) -> Any:
    """Arrays below each other: along the first axis, vectors as rows.

    >>> np.vstack((np.array([1, 2]), np.array([3, 4])))
    array([[1, 2],
           [3, 4]])
    """
    return np.vstack(tup)


@vstack.expansion
def _(*tup: Any) -> Any:
    return np.concatenate([np.atleast_2d(each) for each in tup], axis=0)


@op(call="tup", numpy=("hstack",), strong=False, variadic=True)
def hstack(*tup: Any) -> Any:
    """Arrays beside each other: along the second axis, vectors along their only one.

    >>> np.hstack((np.array([1, 2]), np.array([3, 4])))
    array([1, 2, 3, 4])
    """
    return np.hstack(tup)


@hstack.expansion
def _(*tup: Any) -> Any:
    parts = [np.atleast_1d(each) for each in tup]
    return np.concatenate(parts, axis=0 if parts and parts[0].ndim == 1 else 1)


@op(call="tup", numpy=("dstack",), strong=False, variadic=True)
def dstack(*tup: Any) -> Any:
    """Arrays behind each other: along the third axis.

    >>> np.dstack((np.array([1, 2]), np.array([3, 4])))
    array([[[1, 3],
            [2, 4]]])
    """
    return np.dstack(tup)


@dstack.expansion
def _(*tup: Any) -> Any:
    return np.concatenate([np.atleast_3d(each) for each in tup], axis=2)


@op(call="tup", numpy=("column_stack",), strong=False, variadic=True)
def column_stack(*tup: Any) -> Any:
    """Vectors as the columns of a matrix; matrices are joined as they are.

    >>> np.column_stack((np.array([1, 2]), np.array([3, 4])))
    array([[1, 3],
           [2, 4]])
    """
    return np.column_stack(tup)


@column_stack.expansion
def _(*tup: Any) -> Any:
    columns = [each if each.ndim > 1 else np.atleast_1d(each)[:, None] for each in tup]
    return np.concatenate(columns, axis=1)


@op(call="*items, dtype", strong=False, variadic=True)
def array(*items: Any, dtype: Any = None) -> Any:
    """`np.array([...])`: an array of numbers or arrays of one shape, in their common dtype.

    Python numbers count as i64, f64 and bool.

    >>> np.array([1, 2.5])
    array([1. , 2.5])
    """
    return np.array(items, dtype)


@array.expansion
def _(*items: Any, dtype: Any) -> Any:
    if not items:
        return zeros((0,), np.float64 if dtype is None else dtype)
    if len({each.ndim for each in items}) > 1:
        raise RuleError("rank-mismatch", "the items of an array differ in rank")
    for each in items:
        _check_item(each, dtype)
    if not items[0].ndim:
        return np.concatenate([full((1,), each, dtype) for each in items])
    return np.stack(items if dtype is None else [each.astype(dtype) for each in items])


def _check_item(item: Any, dtype: Any) -> None:
    """Refuse a conversion to integers that NumPy makes by Python's numbers, with exceptions."""
    own = default_dtype(item.type)
    if dtype is None or not is_integer(np.dtype(dtype)):
        return
    weak_integer = isinstance(item.type, NumberType) and is_integer(own)
    if not weak_integer and not np.can_cast(own, dtype, "safe"):
        message = f"{dtype_name(own)} does not become {dtype_name(np.dtype(dtype))} here"
        raise RuleError("dtype-mismatch", message, help="make the array, and cast that")


@op(strong=False)
def append(rows: Any, item: Any) -> Any:
    """The rows of an array, and one more behind them: of its dtype, and of the shape of the others.

    A Python number counts as i64, f64 or bool. Where nobody else has the array, native code puts
    the row behind the others, in time that does not grow with their number.

    >>> np.concatenate((np.array([[1, 2], [3, 4]]), [np.array([5, 6])]))
    array([[1, 2],
           [3, 4],
           [5, 6]])
    """
    return np.concatenate((rows, np.expand_dims(np.asarray(item), 0)))


@append.type
def _(facts: Facts, rows: Type, item: Type) -> Type:
    whole = array_type(rows, "`append`")
    shown = {0: f"the rows are {rows}", 1: f"the item is {item}"}
    refuse_joined((rows, item), "`append`")
    if not whole.rank or whole.rank - 1 != len(shape_of(item)):
        raise RuleError("rank-mismatch", "an item has one axis less than the array", shown)
    if default_dtype(item) != whole.dtype:
        raise RuleError("dtype-mismatch", "an item has the dtype of the array", shown)
    try:
        pairs = zip(whole.shape[1:], shape_of(item), strict=True)
        shape = [facts.meet(a, b) for a, b in pairs]
    except DimMismatch as mismatch:
        message, never = (
            f"the item has another shape than the rows: {mismatch}",
            mismatch.comparison,
        )
        raise RuleError("shape-mismatch", message, shown, never=never) from None
    return TensorType(whole.dtype, (whole.shape[0] + 1, *shape))


# --- parts --------------------------------------------------------------------------------------


@op(
    call="ary, indices_or_sections, axis", numpy=("split",), strong=False, parts=list, view=True,
    sizes=("indices_or_sections",),
)  # fmt: skip
def split(ary: Any, *, indices_or_sections: Any, axis: int = 0) -> Any:
    """Parts of an array along an axis: so many of equal size, or cut at these places.

    Views, in NumPy a list of them. The size is divisible by their number, else ValueError.

    >>> np.split(np.array([1, 2, 3, 4]), 2)
    [array([1, 2]), array([3, 4])]
    """
    return tuple(np.split(ary, indices_or_sections, axis=axis))


@split.expansion
def _(ary: Any, *, indices_or_sections: Any, axis: int) -> Any:
    place = attributes.axis(axis, ary.ndim, "`split`")
    if isinstance(indices_or_sections, tuple | list):
        return _cut(ary, indices_or_sections, place)
    count = _count(indices_or_sections)
    size = ary.shape[place]
    message = f"an axis of size {size} does not split into {count} equal parts"
    check_equal(size, count * (size // count), message)
    shape = (*ary.shape[:place], count, size // count, *ary.shape[place + 1 :])
    parts = np.reshape(ary, shape)
    before: Any = (slice(None),) * place
    return tuple(parts[(*before, number)] for number in range(count))


@op(
    call="ary, indices_or_sections, axis",
    numpy=("array_split",),
    strong=False,
    parts=list,
    view=True,
    sizes=("indices_or_sections",),
)
def array_split(ary: Any, *, indices_or_sections: Any, axis: int = 0) -> Any:
    """Parts of an array along an axis, the first ones longer by 1 where they cannot be equal.

    >>> np.array_split(np.array([1, 2, 3]), 2)
    [array([1, 2]), array([3])]
    """
    return tuple(np.array_split(ary, indices_or_sections, axis=axis))


@array_split.expansion
def _(ary: Any, *, indices_or_sections: Any, axis: int) -> Any:
    place = attributes.axis(axis, ary.ndim, "`array_split`")
    if isinstance(indices_or_sections, tuple | list):
        return _cut(ary, indices_or_sections, place)
    count = _count(indices_or_sections)
    size = ary.shape[place]
    each, longer = size // count, size % count
    places = [each * n + dim_min(n, longer) for n in range(1, count)]
    return _cut(ary, places, place)


@op(
    call="ary, indices_or_sections", numpy=("hsplit",), strong=False, parts=list, view=True,
    sizes=("indices_or_sections",),
)  # fmt: skip
def hsplit(ary: Any, *, indices_or_sections: Any) -> Any:
    """Parts of an array side by side: along the second axis, of a vector along its only one.

    >>> np.hsplit(np.array([[1, 2], [3, 4]]), 2)[0]
    array([[1],
           [3]])
    """
    return tuple(np.hsplit(ary, indices_or_sections))


@hsplit.expansion
def _(ary: Any, *, indices_or_sections: Any) -> Any:
    return np.split(ary, indices_or_sections, axis=min(1, ary.ndim - 1))


@op(
    call="ary, indices_or_sections", numpy=("vsplit",), strong=False, parts=list, view=True,
    sizes=("indices_or_sections",),
)  # fmt: skip
def vsplit(ary: Any, *, indices_or_sections: Any) -> Any:
    """Parts of an array of two axes or more below each other: along the first axis.

    >>> np.vsplit(np.array([[1, 2], [3, 4]]), 2)[0]
    array([[1, 2]])
    """
    return tuple(np.vsplit(ary, indices_or_sections))


@vsplit.expansion
def _(ary: Any, *, indices_or_sections: Any) -> Any:
    if ary.ndim < 2:
        raise RuleError("rank-mismatch", "`vsplit` needs at least two axes")
    return np.split(ary, indices_or_sections, axis=0)


@op(
    call="ary, indices_or_sections", numpy=("dsplit",), strong=False, parts=list, view=True,
    sizes=("indices_or_sections",),
)  # fmt: skip
def dsplit(ary: Any, *, indices_or_sections: Any) -> Any:
    """Parts of an array of three axes or more along the third axis.

    >>> np.dsplit(np.array([[[1, 2]], [[3, 4]]]), 2)[0].ravel()
    array([1, 3])
    """
    return tuple(np.dsplit(ary, indices_or_sections))


@dsplit.expansion
def _(ary: Any, *, indices_or_sections: Any) -> Any:
    if ary.ndim < 3:
        raise RuleError("rank-mismatch", "`dsplit` needs at least three axes")
    return np.split(ary, indices_or_sections, axis=2)


@op(call="*args", numpy=("broadcast_arrays",), strong=False, parts=tuple, variadic=True, view=True)
def broadcast_arrays(*args: Any) -> Any:
    """Arrays repeated along axes of size 1 and new ones, so that all have one shape; views.

    >>> np.broadcast_arrays(np.array([[1], [2]]), np.array([3, 4]))[1]
    array([[3, 4],
           [3, 4]])
    """
    return tuple(np.broadcast_arrays(*args))


@broadcast_arrays.expansion
def _(*args: Any) -> Any:
    roles = [f"part {number}" for number in range(len(args))]
    shape: Any = broadcast(sketch_facts(), [each.type for each in args], roles) if args else ()
    return tuple(np.broadcast_to(each, shape) for each in args)


def _count(sections: Any) -> int:
    if isinstance(sections, Dim):
        message = "how many parts there are must be the same for all calls and `Static` values"
        help_text = "write the number out, or the places where parts begin: `[2, n // 2]`"
        raise RuleError("argument-mismatch", message, help=help_text)
    count = attributes.integer(sections, "the number of parts")
    if count < 1:
        raise RuleError("argument-mismatch", "an array is split into at least one part")
    return count


def _cut(ary: Any, places: Sequence[Any], axis: int) -> tuple[Any, ...]:
    before = (slice(None),) * axis
    starts, stops = [None, *places], [*places, None]
    pairs = zip(starts, stops, strict=True)
    return tuple(ary[(*before, slice(start, stop))] for start, stop in pairs)
