"""What an index names: the shape of `x[i, 1:n, mask, ..., None]`."""

from __future__ import annotations

from dslc.ir.dims import Size, dim_max, dim_min, interval
from dslc.ir.dtypes import is_integer
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.keys import Item
from dslc.ir.op import RuleError
from dslc.ir.polynomial import operations_in
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, shape_of

from .advanced import check_item, is_mask, items_of, leaves, picked, width
from .rules import int_bounds


def region(
    facts: Facts, x: TensorType, key: str, numbers: tuple[Type, ...], *, first: int = 0
) -> tuple[Size, ...] | None:
    """The shape of the part of `x` that an index names; None where it names one element.

    An element is a NumPy scalar, while a part of rank 0, which needs an Ellipsis, is an array.

    Args:
        facts: what is known of sizes. The sizes of several arrays of an index may be assumed equal,
            and those of a mask to be the array's; the number of elements that a mask picks is open,
            and so is the size of a slice at numbers whose sign is not known.
        x: the array.
        key: the form of the index, see `dslc.ir.keys`.
        numbers: the types of its numbers and arrays.
        first: the number of the node's operand that the first of them is.

    Raises:
        RuleError: `rank-mismatch` for too many axes, `dtype-mismatch` for what is no integer,
            `shape-mismatch` for arrays that do not broadcast, `unsupported-construct` for a mask
            beside another array.
    """
    items = checked_items(x, key, numbers)
    masks = [first + number for number, type_ in enumerate(numbers) if is_mask(type_)]
    chosen = picked(facts, items, masks)
    shape: list[Size] = []
    spot = axis = 0
    for number, item in enumerate(items):
        if chosen is not None and number == chosen.at:
            spot = len(shape)
        if item is None:
            shape.append(1)
        elif item is Ellipsis:
            skipped = x.rank - taken(items)
            shape += x.shape[axis : axis + skipped]
            axis += skipped
        else:
            if isinstance(item, slice):
                shape.append(slice_size(facts, x.shape[axis], item))
            elif is_mask(item):
                _meet_mask(facts, x, axis, item)
            axis += width(item)
    if chosen is not None:
        shape[spot:spot] = chosen.shape
    return tuple(shape) if shape or chosen or "..." in key.split(", ") else None


def _meet_mask(facts: Facts, x: TensorType, axis: int, mask: TensorType) -> None:
    try:
        for size, extent in zip(mask.shape, x.shape[axis:], strict=False):
            facts.meet(extent, size)
    except DimMismatch as mismatch:
        message = "a mask has the sizes of the axes that it stands for"
        shown, never = f"{message}: the array is {x}, the mask {mask}", mismatch.comparison
        raise RuleError("shape-mismatch", shown, never=never) from None


def may_fail(x: TensorType, key: str, numbers: tuple[Type, ...]) -> bool:
    """Whether an integer may lie outside of its axis, or a step be 0, which NumPy refuses."""
    items = checked_items(x, key, numbers)
    axis = 0
    for item in items:
        if item is Ellipsis:
            axis += x.rank - taken(items)
        elif isinstance(item, slice):
            if item.step is not None and not _is_nonzero(_bound(item.step)):
                return True
            axis += 1
        elif item is not None and not is_mask(item):
            if not all(_inside(leaf, x.shape[axis]) for leaf in leaves(item)):
                return True
            axis += 1
        else:
            axis += width(item)
    return False


def taken(items: tuple[Item, ...]) -> int:
    """The number of axes that integers, arrays and slices take."""
    return sum(width(item) for item in items if item is not Ellipsis)


def checked_items(x: TensorType, key: str, numbers: tuple[Type, ...]) -> tuple[Item, ...]:
    """The types of the items, with the Ellipsis that NumPy adds, after they were checked."""
    items = items_of(key, numbers)
    if sum(item is Ellipsis for item in items) > 1:
        raise RuleError("argument-mismatch", "an index has one `...` at most")
    if taken(items) > x.rank:
        message = f"an array of rank {x.rank} has no {taken(items)} axes to index"
        raise RuleError("rank-mismatch", message, {0: f"this is {x}"})
    for item in items:
        if not (item is None or item is Ellipsis or isinstance(item, slice)):
            check_item(item)
    return items


def _inside(type_: Type, size: Size) -> bool:
    if not isinstance(type_, NumberType):
        return False
    index = _bound(type_)
    low, high = int_bounds(type_)
    if index is None or (low < 0 <= high):
        return False
    last = index if low >= 0 else -index - 1
    least = interval(size - last)[0]
    return least is not None and least >= 1


# --- slices -------------------------------------------------------------------------------------


def slice_size(facts: Facts, size: Size, item: slice) -> Size:
    """The length of `range(size)[start:stop:step]`; open where a bound's sign is not known."""
    parts = [None if part is None else _bound(part) for part in (item.start, item.stop, item.step)]
    given = [part for part in (item.start, item.stop, item.step) if part is not None]
    for part in given:
        _check_bound(part)
    start, stop, step = parts
    step = 1 if item.step is None else step
    if step == 0:
        raise RuleError("argument-mismatch", "the step of a slice cannot be 0")
    if len([part for part in parts if part is not None]) < len(given):
        return facts.open(high=size)  # at integers that are no sizes
    unsure = any(part is not None and _is_negative(facts, part) is None for part in (start, stop))
    if unsure or not isinstance(step, int):
        return facts.open(high=size, key=("slice", size, start, stop, step))
    span = (_span if step > 0 else _span_back)(facts, size, start, stop)
    length = min(dim_max(span, 0), facts.simplify(dim_max(span, 0)), key=_operations)
    return length if abs(step) == 1 else (length + abs(step) - 1) // abs(step)


def _span(facts: Facts, size: Size, start: Size | None, stop: Size | None) -> Size:
    """`stop - start` after Python's clipping, or any number below 0 where that is not above 0."""
    if stop is None:
        stop = size
    elif _is_negative(facts, stop):
        stop = stop + size
    else:
        stop = dim_min(stop, size)
    if start is None:
        return stop
    if _is_negative(facts, start):
        # stop - max(start + size, 0)
        return dim_min(stop - start - size, stop)
    return stop - start


def _span_back(facts: Facts, size: Size, start: Size | None, stop: Size | None) -> Size:
    """The same for a negative step: `start - stop`."""
    if start is None:
        start = size - 1
    elif _is_negative(facts, start):
        start = start + size
    else:
        start = dim_min(start, size - 1)
    if stop is None:
        return start + 1
    if _is_negative(facts, stop):
        # start - max(stop + size, -1)
        return dim_min(start - stop - size, start + 1)
    return start - stop


def _is_negative(facts: Facts, bound: Size) -> bool | None:
    """Whether a bound counts from the end; None where that is not known."""
    if facts.at_least(bound, 0):
        return False
    return True if facts.at_least(-bound, 1) else None


def _operations(size: Size) -> int:
    """How many of min, max and divisions a size has."""
    return 0 if isinstance(size, int) else len([*operations_in(size.terms)])


def _is_nonzero(size: Size | None) -> bool:
    low, high = (None, None) if size is None else interval(size)
    return (low is not None and low > 0) or (high is not None and high < 0)


def _bound(type_: Type) -> Size | None:
    """The size that a number of an index is; None for an integer of the run."""
    if not isinstance(type_, NumberType):
        return None
    if type_.dim is not None:
        return type_.dim
    return type_.constant if isinstance(type_.constant, int) else None


def _check_bound(type_: Type) -> None:
    number = isinstance(type_, NumberType) and type_.kind == "int"
    array = isinstance(type_, ScalarType | TensorType) and not shape_of(type_)
    if not number and not (array and is_integer(type_.dtype)):  # type: ignore[union-attr]
        raise RuleError("dtype-mismatch", f"a slice is at integers, not {type_}")
