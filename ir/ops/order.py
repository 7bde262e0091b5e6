"""Sorting and searching. NaN stands after all numbers, and is greatest and smallest of all."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import interval
from dslc.ir.dtypes import BY_NAME
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import TensorType, Type, default_dtype, shape_of

from . import attributes
from .operands import check_shape
from .reduce import reduced
from .rules import array, element, labels, refuse_joined

I64 = BY_NAME["i64"]
BF16 = BY_NAME["bf16"]

# --- the place of the greatest ------------------------------------------------------------------


@op(
    call="x, axis, out, keepdims",
    numpy=("argmax",),
    methods=("argmax",),
    strong=False,
    effects=Effects.RAISES,
)
def argmax(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Index of the greatest element along an axis, the first where several are; a NaN is greatest.

    Without an axis the position in row-major order. ValueError along an axis of size 0.

    >>> np.argmax(np.array([[1, 5, 5], [4, 2, 3]]), axis=1)
    array([1, 0])
    """
    return np.argmax(x, axis=axis, keepdims=keepdims)


@op(
    call="x, axis, out, keepdims",
    numpy=("argmin",),
    methods=("argmin",),
    strong=False,
    effects=Effects.RAISES,
)
def argmin(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Index of the smallest element along an axis, the first where several are; a NaN is smallest.

    Without an axis the position in row-major order. ValueError along an axis of size 0.

    >>> np.argmin(np.array([[1, 5, 1], [4, 2, 3]]), axis=1)
    array([0, 1])
    """
    return np.argmin(x, axis=axis, keepdims=keepdims)


def _complete_arg(record: Op, function: Callable[..., Any]) -> None:
    what = f"`{record.name}`"

    @record.normal
    def _(facts: Facts, x: Type, *, axis: Any, keepdims: Any) -> dict[str, Any]:
        rank = array(x, what).rank
        axis = 0 if axis is None and rank == 1 else axis
        number = None if axis is None else attributes.axis(axis, rank, what)
        return {"axis": number, "keepdims": attributes.flag(keepdims, "`keepdims`")}

    @record.type
    def _(facts: Facts, x: Type, *, axis: int | None, keepdims: bool) -> Type:
        refuse_joined((x,), what)
        shape = shape_of(x)
        axes = tuple(range(len(shape))) if axis is None else (axis,)
        return element(I64, reduced(shape, axes, keepdims))

    @record.can_raise
    def _(x: Type, *, axis: int | None, keepdims: bool) -> bool:
        shape = shape_of(x)
        low = interval(prod(shape, start=1) if axis is None else shape[axis])[0]
        return low is None or low < 1


_complete_arg(argmax, np.argmax)
_complete_arg(argmin, np.argmin)

# --- sorting ------------------------------------------------------------------------------------


@op(call="x, axis, kind, order, stable", numpy=("sort",), strong=False)
def sort(x: Any, *, axis: Any = -1, kind: Any = None, stable: Any = None) -> Any:
    """The elements in ascending order along an axis, NaN last; of all where `axis` is None.

    Every `kind` gives the order of a stable one, which shows only in the signs of zeros.

    >>> np.sort(np.array([3, 1, 2]))
    array([1, 2, 3])
    """
    return np.sort(x, axis=axis, kind="stable")


@op(call="x, axis, kind, order, stable", methods=("sort",), strong=False, writes=True)
def sort_in_place(x: Any, *, axis: int = -1, kind: Any = None, stable: Any = None) -> None:
    """The array with its elements along an axis in ascending order, NaN last, as in `sort`.

    >>> x = np.array([3, 1, 2])
    >>> x.sort()
    >>> x
    array([1, 2, 3])
    """
    x.sort(axis=axis, kind=kind, stable=stable)


@sort_in_place.expansion
def _(x: Any, *, axis: Any, kind: Any, stable: Any) -> Any:
    if axis is None:
        raise RuleError("argument-mismatch", "`x.sort` needs an axis")
    return np.sort(x, axis=axis, kind=kind, stable=stable)


@op(call="x, axis, kind, order, stable", numpy=("argsort",), methods=("argsort",), strong=False)
def argsort(x: Any, *, axis: Any = -1, kind: Any = None, stable: Any = None) -> Any:
    """Indices that sort along an axis, NaN last; those of all in row-major order for None.

    Equal elements keep their order, as NumPy promises only for `stable=True` or `kind="stable"`:
    without them, NumPy's own order of equal elements may be another on another machine.

    >>> np.argsort(np.array([30, 10, 20, 10]), stable=True)
    array([1, 3, 2, 0])
    """
    return np.argsort(x, axis=axis, kind="stable")


@op(strong=False, expands=True)
def argsort_descending(x: Any, *, axis: Any = -1) -> Any:
    """Indices that sort along an axis from the greatest to the least, NaN first.

    Equal elements keep their order.

    >>> from dslc import array_api as xp
    >>> xp.argsort(xp.asarray([30, 10, 20, 10]), descending=True)
    Array([0, 2, 1, 3])
    """
    order = np.argsort(np.flip(x, axis), axis, stable=True)
    return np.negative(np.flip(order, axis)) + (x.shape[axis] - 1)


@op(call="keys, axis", numpy=("lexsort",), strong=False, variadic=True)
def lexsort(*keys: Any, axis: Any = -1) -> Any:
    """Indices that sort by several keys along an axis: by the last, then by the one before it.

    What is equal in all keys keeps its order.

    >>> np.lexsort((np.array([3, 1, 2]), np.array([0, 1, 0])))
    array([2, 0, 1])
    """
    return np.lexsort(keys, axis)


@lexsort.expansion
def _(*keys: Any, axis: Any) -> Any:
    if not keys or not keys[0].ndim:
        raise RuleError("rank-mismatch", "`lexsort` needs keys with axes")
    place = attributes.axis(axis, keys[0].ndim, "`lexsort`")
    order = np.argsort(keys[0], place, stable=True)
    for key in keys[1:]:
        check_shape(key, keys[0].shape, "the keys of `lexsort` have one shape")
        again = np.argsort(np.take_along_axis(key, order, place), place, stable=True)
        order = np.take_along_axis(order, again, place)
    return order


def _complete_sort(record: Op, dtype: np.dtype | None) -> None:
    what = f"`{record.name}`"

    @record.normal
    def _(facts: Facts, x: Type, *, axis: Any, kind: Any, stable: Any) -> dict[str, Any]:
        rank = array(x, what).rank
        axis = 0 if axis is None and rank == 1 else axis
        _check_kind(kind, stable)
        number = None if axis is None else attributes.axis(axis, rank, what)
        return {"axis": number, "kind": None, "stable": None}

    @record.type
    def _(facts: Facts, x: Type, *, axis: int | None, **_: None) -> Type:
        refuse_joined((x,), what)
        _refuse_unordered(default_dtype(x), (x,), what)
        shape = shape_of(x)
        return TensorType(
            default_dtype(x) if dtype is None else dtype,
            (prod(shape, start=1),) if axis is None else shape,
        )


_KINDS = (None, "quicksort", "mergesort", "heapsort", "stable")


def _check_kind(kind: Any, stable: Any) -> None:
    """All kinds sort alike, but a wrong one is a mistake."""
    if kind not in _KINDS:
        names = ", ".join(map(repr, _KINDS[1:]))
        raise RuleError("argument-mismatch", f"`kind` is one of {names}")
    if stable is not None:
        attributes.flag(stable, "`stable`")
        if kind is not None:
            raise RuleError("argument-mismatch", "`kind` and `stable` exclude each other")


def _refuse_unordered(dtype: np.dtype, types: tuple[Type, ...], what: str) -> None:
    """Refuse bf16, which NumPy does not sort where there are NaNs."""
    if dtype == BF16:
        message = f"{what} is not defined for bf16"
        labelled = {number: f"this is {type_}" for number, type_ in enumerate(types)}
        raise RuleError("dtype-mismatch", message, labelled, help="cast to f32")


_complete_sort(sort, None)
_complete_sort(argsort, I64)

# --- searching ----------------------------------------------------------------------------------


@op(call="x, v, side, sorter", numpy=("searchsorted",), methods=("searchsorted",), strong=False)
def searchsorted(x: Any, v: Any, *, side: str = "left") -> Any:
    """Where elements of `v` would stand in `x`, an array of one axis in ascending order, NaN last.

    The index of the first element that is not less (`side="left"`) or that is greater ("right").
    Where `x` is not in order the index is one that NumPy does not promise.

    >>> np.searchsorted(np.array([1, 3, 3, 5]), np.array([3, 4]), side="right")
    array([3, 3])
    """
    return np.searchsorted(x, v, side=side)  # type: ignore[call-overload]


@searchsorted.normal
def _(facts: Facts, x: Type, v: Type, *, side: Any) -> dict[str, Any]:
    if side not in ("left", "right"):
        raise RuleError("argument-mismatch", '`side` is "left" or "right"')
    return {"side": side}


@searchsorted.type
def _(facts: Facts, x: Type, v: Type, *, side: str) -> Type:
    refuse_joined((x, v), "`searchsorted`")
    if array(x, "`searchsorted`").rank != 1:
        message = "`searchsorted` needs an array of one axis"
        raise RuleError("rank-mismatch", message, {0: f"this is {x}"})
    common = search_dtype(x, v)
    if common is None:
        message = "these dtypes have no common one to compare in"
        raise RuleError("dtype-mismatch", message, labels((x, v), ("this", "what is searched")))
    _refuse_unordered(common, (x, v), "`searchsorted`")
    return element(I64, shape_of(v))


def search_dtype(x: Type, v: Type) -> np.dtype | None:
    """The dtype in which `searchsorted` compares; None where there is none."""
    try:
        found = np.promote_types(default_dtype(x), default_dtype(v))
    except TypeError:
        return None
    return found
