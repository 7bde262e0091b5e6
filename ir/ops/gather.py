"""Reading and writing along an axis, and on diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max, dim_min
from dslc.ir.dtypes import BOOL, is_complex, is_float, is_integer
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import ScalarType, TensorType, Type, default_dtype, shape_of

from . import attributes
from .create import cast, conversion, refuse_conversion
from .index import check_fits
from .rules import array, broadcast, element, labels, refuse_joined, single

MODES = ("raise", "wrap", "clip")


def _check_indices(type_: Type, what: str, number: int = 1) -> None:
    """Refuse indices that are no integers."""
    refuse_joined((type_,), what)
    if default_dtype(type_) == BOOL or not is_integer(default_dtype(type_)):
        raise RuleError("dtype-mismatch", f"{what} takes integers", {number: f"this is {type_}"})


# --- take ---------------------------------------------------------------------------------------


@op(
    call="x, indices, axis, out, mode",
    numpy=("take",),
    methods=("take",),
    strong=False,
    effects=Effects.RAISES,
)
def take(x: Any, indices: Any, *, axis: Any = None, mode: Any = "raise") -> Any:
    """The elements at some indices of an axis, by default of the array made flat.

    An index outside of the axis is an IndexError, or by `mode` is wrapped around or clipped.

    >>> np.take(np.array([[1, 2, 3], [4, 5, 6]]), np.array([2, 0]), axis=1)
    array([[3, 1],
           [6, 4]])
    """
    return np.take(x, indices, axis=axis, mode=mode)


@take.normal
def _(facts: Facts, x: Type, indices: Type, *, axis: Any, mode: Any) -> dict[str, Any]:
    if mode not in MODES:
        raise RuleError("argument-mismatch", 'the mode of `take` is "raise", "wrap" or "clip"')
    rank = array(x, "`take`").rank
    return {"axis": None if axis is None else attributes.axis(axis, rank, "`take`"), "mode": mode}


@take.type
def _(facts: Facts, x: Type, indices: Type, *, axis: int | None, mode: str) -> Type:
    source = array(x, "`take`")
    refuse_joined((x,), "`take`")
    _check_indices(indices, "`take`")
    before, after = taken_axes(source.shape, axis)
    return element(source.dtype, (*before, *shape_of(indices), *after))


def taken_axes(
    shape: tuple[Size, ...], axis: int | None
) -> tuple[tuple[Size, ...], tuple[Size, ...]]:
    """The axes of an array before and after the one that is taken from."""
    return ((), ()) if axis is None else (shape[:axis], shape[axis + 1 :])


# --- along an axis ------------------------------------------------------------------------------


@op(
    call="x, indices, axis", numpy=("take_along_axis",), strong=False, effects=Effects.RAISES
)  # fmt: skip
def take_along_axis(x: Any, indices: Any, *, axis: Any = -1) -> Any:
    """The element that an index names on the axis, for each place on the others.

    Both arrays are of one rank and broadcast on the other axes. What `argmax` gave with
    `keepdims` is such an array of indices. IndexError for an index outside of the axis.

    >>> x = np.array([[3, 1, 2], [6, 5, 4]])
    >>> np.take_along_axis(x, np.array([[1], [0]]), axis=1)
    array([[1],
           [6]])
    """
    return np.take_along_axis(x, indices, axis=axis)


@take_along_axis.normal
def _(facts: Facts, x: Type, indices: Type, *, axis: Any) -> dict[str, Any]:
    return {"axis": _along_axis(axis, array(x, "`take_along_axis`").rank, "`take_along_axis`")}


def _along_axis(axis: Any, rank: int, what: str) -> int:
    if axis is None:
        message = f"{what} of the flat array is not supported"
        raise RuleError("unsupported-construct", message, help="reshape it to `(-1,)` first")
    return attributes.axis(axis, rank, what)


@take_along_axis.type
def _(facts: Facts, x: Type, indices: Type, *, axis: int) -> Type:
    source = array(x, "`take_along_axis`")
    return TensorType(
        source.dtype,
        _along(facts, source, indices, axis, "`take_along_axis`"),
        joined=source.joined,
    )


def _along(facts: Facts, x: TensorType, indices: Type, axis: int, what: str) -> tuple[Size, ...]:
    """The shape of what indices name: theirs on the axis, the common one on the others."""
    picked = array(indices, what, 1)
    _check_indices(indices, what)
    types = (x, picked)
    if x.rank != picked.rank:
        message = f"{what} takes an array and indices of one rank"
        raise RuleError("rank-mismatch", message, labels(types, ("the array", "the indices")))
    others = [TensorType(BOOL, (*t.shape[:axis], 1, *t.shape[axis + 1 :])) for t in types]
    shape = broadcast(facts, others, ("the array without the axis", "the indices"))
    return (*shape[:axis], picked.shape[axis], *shape[axis + 1 :])


@op(
    call="x, indices, values, axis",
    numpy=("put_along_axis",),
    strong=False,
    writes=True,
    effects=Effects.RAISES,
)
def put_along_axis(x: Any, indices: Any, values: Any, *, axis: Any) -> None:
    """The array with values in place of what `take_along_axis` reads; of several, the last stays.

    >>> x = np.array([[3, 1, 2], [6, 5, 4]])
    >>> np.put_along_axis(x, np.array([[1], [0]]), 9, axis=1)
    >>> x
    array([[3, 9, 2],
           [9, 5, 4]])
    """
    np.put_along_axis(x, indices, values, axis=axis)


@put_along_axis.normal
def _(facts: Facts, x: Type, indices: Type, values: Type, *, axis: Any) -> dict[str, Any]:
    return {"axis": _along_axis(axis, array(x, "`put_along_axis`").rank, "`put_along_axis`")}


@put_along_axis.type
def _(facts: Facts, x: Type, indices: Type, values: Type, *, axis: int) -> Type:
    target = array(x, "`put_along_axis`")
    refuse_joined((x,), "`put_along_axis`")
    shape = _along(facts, target, indices, axis, "`put_along_axis`")
    refuse_conversion(values, target.dtype, number=2)
    shown = {0: f"the array is {x}", 2: f"the values are {values}"}
    check_fits(facts, shape_of(values), shape, shown, stripped=True)
    return TensorType(target.dtype, target.shape)


# --- one element --------------------------------------------------------------------------------


@op(methods=("item",), strong=False, expands=True)
def item(x: Any, index: Any = None) -> Any:
    """The one element of an array, or that at an index of it made flat, as a Python number.

    IndexError for an index outside of the array.

    >>> np.array([[1.5, 2.5]]).item(1)
    2.5
    """
    if is_complex(x.dtype):
        message = "a run gives no complex numbers of Python's own"
        raise RuleError("dtype-mismatch", message, help="index the element, as in `x[0]`")
    one = x
    if x.shape:
        one = np.reshape(x, ()) if index is None else np.reshape(x, -1)[index]
    elif index is not None:
        one = np.reshape(x, -1)[index]
    return cast(one, dtype=bool if x.dtype == BOOL else float if is_float(x.dtype) else int)


# --- diagonals ----------------------------------------------------------------------------------


def _diagonal_size(rows: Size, columns: Size, offset: int) -> Size:
    return dim_max(dim_min(rows + min(offset, 0), columns - max(offset, 0)), 0)


@op(
    call="x, offset, axis1, axis2",
    numpy=("diagonal",),
    methods=("diagonal",),
    strong=False,
    view=True,
)
def diagonal(x: Any, *, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    """The elements whose indices on two axes differ by `offset`; their axis is the last.

    >>> np.diagonal(np.array([[1, 2, 3], [4, 5, 6]]), offset=1)
    array([2, 6])
    """
    return np.diagonal(x, offset=offset, axis1=axis1, axis2=axis2)


@diagonal.normal
def _(facts: Facts, x: Type, *, offset: Any, axis1: Any, axis2: Any) -> dict[str, Any]:
    rank = array(x, "`diagonal`").rank
    axes = [attributes.axis(axis, rank, "`diagonal`") for axis in (axis1, axis2)]
    if axes[0] == axes[1]:
        raise RuleError("argument-mismatch", "the two axes of `diagonal` are the same")
    offset = attributes.integer(offset, "the offset of `diagonal`")
    return {"offset": offset, "axis1": axes[0], "axis2": axes[1]}


@diagonal.type
def _(facts: Facts, x: Type, *, offset: int, axis1: int, axis2: int) -> Type:
    source = array(x, "`diagonal`")
    size = _diagonal_size(source.shape[axis1], source.shape[axis2], offset)
    others = [part for axis, part in enumerate(source.shape) if axis not in (axis1, axis2)]
    return TensorType(source.dtype, (*others, size), joined=source.joined)


@op(call="x, k", numpy=("diag",), strong=False, view=True)
def diag(x: Any, *, k: Any = 0) -> Any:
    """The square matrix with a vector on its diagonal `k`, or the diagonal `k` of a matrix.

    >>> np.diag(np.array([1, 2]))
    array([[1, 0],
           [0, 2]])
    """
    return np.diag(x, k)


@diag.normal
def _(facts: Facts, x: Type, *, k: Any) -> dict[str, Any]:
    if array(x, "`diag`").rank not in (1, 2):
        raise RuleError("rank-mismatch", "`diag` takes a vector or a matrix", {0: f"this is {x}"})
    return {"k": attributes.integer(k, "the diagonal of `diag`")}


@diag.type
def _(facts: Facts, x: Type, *, k: int) -> Type:
    source = array(x, "`diag`")
    refuse_joined((x,), "`diag`")
    if source.rank == 2:
        return TensorType(source.dtype, (_diagonal_size(source.shape[0], source.shape[1], k),))
    size = source.shape[0] + abs(k)
    return TensorType(source.dtype, (size, size))


@diag.is_copy
def _(x: Type | None, **_: Any) -> bool:
    return isinstance(x, TensorType) and x.rank == 1


@op(call="v, k", numpy=("diagflat",), strong=False)
def diagflat(v: Any, *, k: Any = 0) -> Any:
    """The square matrix with all elements, in row-major order, on its diagonal `k`.

    >>> np.diagflat(np.array([[1], [2]]))
    array([[1, 0],
           [0, 2]])
    """
    return np.diagflat(v, k)


@diagflat.expansion
def _(v: Any, *, k: Any) -> Any:
    return np.diag(np.ravel(v), k)


@op(
    call="x, offset, axis1, axis2, dtype, out",
    numpy=("trace",),
    methods=("trace",),
    strong=False,
    expands=True,
)
def trace(x: Any, *, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    """The sum of a diagonal, as in `diagonal`.

    >>> np.trace(np.array([[1, 2], [3, 4]]))
    np.int64(5)
    """
    return np.sum(np.diagonal(x, offset, axis1, axis2), axis=-1)


@op(
    call="x, value, wrap",
    numpy=("fill_diagonal",),
    strong=False,
    writes=True,
    effects=Effects.RAISES,
)
def fill_diagonal(x: Any, value: Any) -> None:
    """The matrix with one value on its diagonal.

    >>> x = np.ones((2, 3))
    >>> np.fill_diagonal(x, 5)
    >>> x
    array([[5., 1., 1.],
           [1., 5., 1.]])
    """
    np.fill_diagonal(x, value)


@fill_diagonal.type
def _(facts: Facts, x: Type, value: Type) -> Type:
    target = array(x, "`fill_diagonal`")
    refuse_joined((x,), "`fill_diagonal`")
    single(value, "`fill_diagonal`", 1)
    if target.rank != 2:
        message = "`fill_diagonal` takes a matrix"
        raise RuleError("rank-mismatch", message, {0: f"this is {x}"})
    refuse_conversion(value, target.dtype, number=1)
    return TensorType(target.dtype, target.shape)


@fill_diagonal.can_raise
def _(x: Type, value: Type) -> bool:
    dtype = array(x, "`fill_diagonal`").dtype
    if isinstance(value, ScalarType) and is_integer(dtype):
        return not np.can_cast(value.dtype, dtype, "safe")
    return conversion(value, dtype) is not True
