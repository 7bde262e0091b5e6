"""Reading and writing parts of arrays.

The numbers of an index are operands, its form is the attribute `key` (see `dslc.ir.keys`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import dtype_name, is_integer
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.keys import join_key
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import ScalarType, TensorType, Type, default_dtype, shape_of

from .advanced import is_copy, mask_of, masked_shape
from .create import conversion, refuse_conversion
from .rules import array
from .slices import may_leave, region


@op(call="x, key", keyed=True, strong=False, view=True, effects=Effects.RAISES)
def index(x: Any, *numbers: Any, key: str) -> Any:
    """`x[...]` by integers, slices, `...`, None, and arrays or lists of integers.

    An integer for every axis gives a NumPy scalar, or with `...` an array of rank 0; slices, `...`
    and None a view; arrays a copy. Arrays are broadcast together; their axes stand where they
    stand, or first where anything stands between them. IndexError for an integer outside of its
    axis.

    >>> np.array([[1, 2], [3, 4]])[:, -1]
    array([2, 4])
    >>> np.array([[1, 2], [3, 4]])[:, [1, 0, 0]]
    array([[2, 1, 1],
           [4, 3, 3]])
    """
    return x[join_key(key, numbers)]


@index.type
def _(facts: Facts, x: Type, *numbers: Type, key: str) -> Type:
    source = array(x, "an index")
    shape = region(facts, source, key, numbers)
    if shape is None:
        return ScalarType(source.dtype, joined=source.joined)
    return TensorType(source.dtype, shape, joined=source.joined)


@index.can_raise
def _(x: Type, *numbers: Type, key: str) -> bool:
    return may_leave(array(x, "an index"), key, numbers)


@index.is_copy
def _(x: Type | None, *numbers: Type | None, key: str) -> bool:
    return is_copy(*numbers, key=key)


@op(
    call="x, key, value, inplace",
    keyed=True,
    strong=False,
    writes=True,
    effects=Effects.RAISES,
)
def store(x: Any, value: Any, *numbers: Any, key: str, inplace: bool = False) -> None:
    """The array with `value` in place of `x[...]`.

    As `x[...] = value` in NumPy: the value is converted to the array's dtype, whatever it is. With
    `inplace` as `x[...] += y` on an array, `value` being the sum: its shape is the same and its
    dtype of the same kind. IndexError for an integer outside of its axis, ValueError or
    OverflowError for a single number that has no value in an integer dtype.

    An element that an array of integers names twice gets the later value, in C order; NumPy leaves
    the order open for arrays of rank 2 and more that lie otherwise in memory. Of an array of truths
    (alone in the index, over the first axes of `x`) the value has no axis of the true elements.

    >>> x = np.array([1, 2, 3])
    >>> x[1:] = 0
    >>> x[[0, 0]] = [7, 8]
    >>> x
    array([8, 0, 0])
    """
    items = join_key(key, numbers)
    if inplace and isinstance(part := x[items], np.ndarray):
        np.copyto(part, np.asarray(value), casting="same_kind")
        value = part  # where it is a view, storing it again changes nothing
    x[items] = value


@store.type
def _(facts: Facts, x: Type, value: Type, *numbers: Type, key: str, inplace: bool) -> Type:
    target = array(x, "an assignment to elements")
    shown = {0: f"the array is {x}", 1: f"the value is {value}"}
    if target.joined:
        message = "a store needs one dtype, and this array's depends on the path taken"
        raise RuleError("joined-arithmetic", message, shown)
    mask = mask_of(key, numbers)
    shape = None if mask is not None else region(facts, target, key, numbers)
    if inplace and (mask is not None or shape is not None):
        _check_same_kind(value, target.dtype, shown)
    refuse_conversion(value, target.dtype, number=1)
    if mask is not None:
        _check_masked(facts, target, mask, value, stripped=not inplace)
    else:
        if shape is None and shape_of(value):
            raise RuleError("shape-mismatch", "one element takes no array with axes", shown)
        check_fits(facts, shape_of(value), shape or (), shown, stripped=not inplace)
    return TensorType(target.dtype, target.shape)


def _check_same_kind(value: Type, dtype: np.dtype, shown: dict[int, str]) -> None:
    if not np.can_cast(default_dtype(value), dtype, "same_kind"):
        source, target = dtype_name(default_dtype(value)), dtype_name(dtype)
        message = f"{source} cannot be stored in place as {target}"
        raise RuleError("dtype-mismatch", message, shown)


def _check_masked(
    facts: Facts, x: TensorType, mask: TensorType, value: Type, *, stripped: bool
) -> None:
    """Refuse a value that has an axis for the true elements of a mask."""
    trailing = masked_shape(facts, x, mask)
    shape = shape_of(value)
    # A mask of all axes takes a value of one axis at most.
    while stripped and trailing and len(shape) > len(trailing) + 1 and shape[0] == 1:
        shape = shape[1:]
    if len(shape) == len(trailing) + 1 and shape[0] == 1:
        shape = shape[1:]
    if len(shape) > len(trailing):
        raise RuleError(
            "unsupported-construct",
            "how many values a mask takes depends on the data",
            {1: f"the value is {value}"},
            help="store one value, or choose with `np.where(mask, values, x)`",
        )
    check_fits(facts, shape, trailing, {1: f"the value is {value}"}, stripped=False)


def check_fits(
    facts: Facts,
    value: tuple[Size, ...],
    target: tuple[Size, ...],
    shown: dict[int, str],
    *,
    stripped: bool,
) -> None:
    """Refuse a value whose shape does not broadcast to that of a part.

    Args:
        facts: what is known of sizes; the value's may be assumed equal to the part's.
        value: the shape of the value.
        target: the shape of the part.
        shown: the labels of a refusal.
        stripped: whether the value may have further axes of size 1 in front.

    Raises:
        RuleError: `shape-mismatch`.
    """
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
    masked = mask_of(key, numbers) is not None
    if not masked and may_leave(target, key, numbers):
        return True
    if inplace and (masked or region(Facts(), target, key, numbers) is not None):
        return False
    if isinstance(value, ScalarType) and is_integer(target.dtype):
        return not np.can_cast(value.dtype, target.dtype, "safe")
    return conversion(value, target.dtype) is not True
