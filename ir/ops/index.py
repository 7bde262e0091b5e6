"""Reading and writing parts of arrays.

The numbers of an index are operands, its form is the attribute `key` (see `dslc.ir.keys`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import dtype_name, is_integer
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.keys import join_key
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import ScalarType, TensorType, Type, default_dtype, shape_of

from .create import conversion, refuse_conversion
from .rules import array
from .slices import may_leave, region


@op(call="x, key", keyed=True, strong=False, view=True, effects=Effects.RAISES)
def index(x: Any, *numbers: Any, key: str) -> Any:
    """`x[...]` by integers, slices, `...` and None.

    An integer for every axis gives a NumPy scalar, or with `...` an array of rank 0; anything else
    is a view. IndexError for an integer outside of its axis.

    >>> np.array([[1, 2], [3, 4]])[:, -1]
    array([2, 4])
    """
    return x[join_key(key, numbers)]


@index.type
def _(facts: Facts, x: Type, *numbers: Type, key: str) -> Type:
    source = array(x, "an index")
    shape = region(source, key, numbers)
    if shape is None:
        return ScalarType(source.dtype, joined=source.joined)
    return TensorType(source.dtype, shape, joined=source.joined)


@index.can_raise
def _(x: Type, *numbers: Type, key: str) -> bool:
    return may_leave(array(x, "an index"), key, numbers)


@op(call="x, key, value, inplace", keyed=True, strong=False, effects=Effects.RAISES)
def store(x: Any, value: Any, *numbers: Any, key: str, inplace: bool = False) -> Any:
    """The array with `value` in place of `x[...]`; `x` itself is unchanged.

    As `x[...] = value` in NumPy: the value is converted to the array's dtype, whatever it is. With
    `inplace` as `x[...] += y` on an array, `value` being the sum: its shape is the same and its
    dtype of the same kind. IndexError for an integer outside of its axis, ValueError or
    OverflowError for a single number that has no value in an integer dtype.

    >>> x = np.array([1, 2, 3])
    >>> x[1:] = 0
    >>> x
    array([1, 0, 0])
    """
    result = x.copy(order="K")  # as it lies in memory, on which the order of later sums depends
    assign(result, value, numbers, key=key, inplace=inplace)
    return result


def assign(
    x: np.ndarray, value: Any, numbers: Sequence[Any], *, key: str, inplace: bool = False
) -> None:
    """The same into the array itself."""
    items = join_key(key, numbers)
    part = x[items]
    if inplace and isinstance(part, np.ndarray):
        np.copyto(part, np.asarray(value), casting="same_kind")
    else:
        x[items] = value


@store.type
def _(facts: Facts, x: Type, value: Type, *numbers: Type, key: str, inplace: bool) -> Type:
    target = array(x, "an assignment to elements")
    shape = region(target, key, numbers)
    shown = {0: f"the array is {x}", 1: f"the value is {value}"}
    if target.joined:
        message = "a store needs one dtype, and this array's depends on the path taken"
        raise RuleError("joined-arithmetic", message, shown)
    if inplace and shape is not None:
        _check_same_kind(value, target.dtype, shown)
    refuse_conversion(value, target.dtype, number=1)
    if shape is None and shape_of(value):
        raise RuleError("shape-mismatch", "one element takes no array with axes", shown)
    _check_fits(facts, shape_of(value), shape or (), shown, stripped=not inplace)
    return TensorType(target.dtype, target.shape)


def _check_same_kind(value: Type, dtype: np.dtype, shown: dict[int, str]) -> None:
    if not np.can_cast(default_dtype(value), dtype, "same_kind"):
        source, target = dtype_name(default_dtype(value)), dtype_name(dtype)
        message = f"{source} cannot be stored in place as {target}"
        raise RuleError("dtype-mismatch", message, shown)


def _check_fits(
    facts: Facts,
    value: tuple[Size, ...],
    target: tuple[Size, ...],
    shown: dict[int, str],
    *,
    stripped: bool,
) -> None:
    while stripped and len(value) > len(target) and value[0] == 1:
        value = value[1:]
    text = ", ".join(map(str, target))
    message = f"the value does not broadcast to the shape ({text}) it is stored in"
    if len(value) > len(target):
        raise RuleError("shape-mismatch", message, shown)
    try:
        for size, extent in zip(reversed(value), reversed(target), strict=False):
            if size != 1:
                facts.meet(extent, size)
    except DimMismatch:
        raise RuleError("shape-mismatch", message, shown) from None


@store.can_raise
def _(x: Type, value: Type, *numbers: Type, key: str, inplace: bool) -> bool:
    target = array(x, "an assignment to elements")
    if may_leave(target, key, numbers):
        return True
    if inplace and region(target, key, numbers) is not None:
        return False
    if isinstance(value, ScalarType) and is_integer(target.dtype):
        return not np.can_cast(value.dtype, target.dtype, "safe")
    return conversion(value, target.dtype) is not True
