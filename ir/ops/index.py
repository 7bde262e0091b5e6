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

from .advanced import is_copy, is_mask
from .create import conversion, refuse_conversion
from .rules import array
from .slices import may_fail, region


@op(call="x, key", keyed=True, strong=False, view=True, effects=Effects.RAISES)
def index(x: Any, *numbers: Any, key: str) -> Any:
    """`x[...]` by integers, slices, `...`, None, arrays or lists of integers, and masks.

    An integer for every axis gives a NumPy scalar, or with `...` an array of rank 0; slices, `...`
    and None a view; arrays a copy. Arrays are broadcast together; their axes stand where they
    stand, or first where anything stands between them. A mask, an array of truths, picks the
    elements where it is true. IndexError for an integer outside of its axis, ValueError for a step
    of 0.

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
    shape = region(facts, source, key, numbers, first=1)
    if shape is None:
        return ScalarType(source.dtype, joined=source.joined)
    return TensorType(source.dtype, shape, joined=source.joined)


@index.can_raise
def _(x: Type, *numbers: Type, key: str) -> bool:
    return may_fail(array(x, "an index"), key, numbers)


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
    the order open for arrays of rank 2 and more that lie otherwise in memory. ValueError where the
    value does not broadcast to what a mask, or a slice of an open size, names.

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
    shape, free = written_part(facts, target, key, numbers)
    if inplace and shape is not None:
        _check_same_kind(value, target.dtype, shown)
    refuse_conversion(value, target.dtype, number=1)
    if shape is None and shape_of(value):
        raise RuleError("shape-mismatch", "one element takes no array with axes", shown)
    # NumPy takes the values of a mask of all axes from one axis.
    whole = key == "_" and is_mask(numbers[0]) and len(shape_of(numbers[0])) == target.rank
    if whole and len(shape_of(value)) > 1:
        raise RuleError("rank-mismatch", "a mask of all axes takes values of one axis", shown)
    check_fits(facts, shape_of(value), shape or (), shown, stripped=not inplace, free=free)
    return TensorType(target.dtype, target.shape)


def written_part(
    facts: Facts, x: TensorType, key: str, numbers: tuple[Type, ...]
) -> tuple[tuple[Size, ...] | None, tuple[Size, ...]]:
    """The shape of the part that a write names, None for one element, and its open sizes.

    What fits an open size is found when the graph runs: NumPy raises ValueError.
    """
    shape = region(facts, x, key, numbers)
    return shape, tuple(opening.dim for opening in facts.take_opened())


def _check_same_kind(value: Type, dtype: np.dtype, shown: dict[int, str]) -> None:
    if not np.can_cast(default_dtype(value), dtype, "same_kind"):
        source, target = dtype_name(default_dtype(value)), dtype_name(dtype)
        message = f"{source} cannot be stored in place as {target}"
        raise RuleError("dtype-mismatch", message, shown)


def check_fits(
    facts: Facts,
    value: tuple[Size, ...],
    target: tuple[Size, ...],
    shown: dict[int, str],
    *,
    stripped: bool,
    free: tuple[Size, ...] = (),
) -> None:
    """Refuse a value whose shape does not broadcast to that of a part.

    Args:
        facts: what is known of sizes; the value's may be assumed equal to the part's.
        value: the shape of the value.
        target: the shape of the part.
        shown: the labels of a refusal.
        stripped: whether the value may have further axes of size 1 in front.
        free: sizes of the part that only a run knows; every size of the value may fit them.

    Raises:
        RuleError: `shape-mismatch`.
    """
    while stripped and len(value) > len(target) and value[0] == 1:
        value = value[1:]
    text = ", ".join("?" if size in free else str(size) for size in target)
    message = f"the value does not broadcast to the shape ({text}) it is stored in"
    if len(value) > len(target):
        raise RuleError("shape-mismatch", message, shown)
    try:
        for size, extent in zip(reversed(value), reversed(target), strict=False):
            if size != 1 and extent not in free:
                facts.meet(extent, size)
    except DimMismatch as mismatch:
        never = mismatch.comparison
        raise RuleError("shape-mismatch", message, shown, never=never) from None


def may_not_fit(x: TensorType, value: Type, key: str, numbers: tuple[Type, ...]) -> bool:
    """Whether a value may not broadcast to a part of open sizes."""
    shape, free = written_part(Facts(), x, key, numbers)
    pairs = zip(reversed(shape_of(value)), reversed(shape or ()), strict=False)
    return any(size != 1 and extent in free for size, extent in pairs)


@store.can_raise
def _(x: Type, value: Type, *numbers: Type, key: str, inplace: bool) -> bool:
    target = array(x, "an assignment to elements")
    if may_fail(target, key, numbers) or may_not_fit(target, value, key, numbers):
        return True
    if inplace and region(Facts(), target, key, numbers) is not None:
        return False
    if isinstance(value, ScalarType) and is_integer(target.dtype):
        return not np.can_cast(value.dtype, target.dtype, "safe")
    return conversion(value, target.dtype) is not True
