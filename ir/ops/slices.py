"""What an index names: the shape of `x[i, 1:n, ..., None]`."""

from __future__ import annotations

from dslc.ir.dims import Size, dim_max, dim_min, interval
from dslc.ir.dtypes import is_integer
from dslc.ir.facts import Facts
from dslc.ir.keys import Item
from dslc.ir.op import RuleError
from dslc.ir.types import NumberType, ScalarType, TensorType, Type

from .advanced import check_item, items_of, leaves, picked
from .rules import int_bounds


def region(
    facts: Facts, x: TensorType, key: str, numbers: tuple[Type, ...]
) -> tuple[Size, ...] | None:
    """The shape of the part of `x` that an index names; None where it names one element.

    An element is a NumPy scalar, while a part of rank 0, which needs an Ellipsis, is an array.

    Args:
        facts: what is known of sizes; the sizes of several arrays of an index may be assumed equal.
        x: the array.
        key: the form of the index, see `dslc.ir.keys`.
        numbers: the types of its numbers and arrays.

    Raises:
        RuleError: `rank-mismatch` for too many axes, `dtype-mismatch` for what is no integer,
            `shape-mismatch` for arrays that do not broadcast, `unsupported-construct` for arrays of
            truths and slices whose size has no expression.
    """
    items = checked_items(x, key, numbers)
    chosen = picked(facts, items)
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
                shape.append(_slice_size(x.shape[axis], item))
            axis += 1
    if chosen is not None:
        shape[spot:spot] = chosen.shape
    return tuple(shape) if shape or chosen or "..." in key.split(", ") else None


def may_leave(x: TensorType, key: str, numbers: tuple[Type, ...]) -> bool:
    """Whether an integer of the index may lie outside of its axis: NumPy's IndexError."""
    items = checked_items(x, key, numbers)
    axis = 0
    for item in items:
        if item is Ellipsis:
            axis += x.rank - taken(items)
        elif isinstance(item, slice):
            axis += 1
        elif item is not None:
            if not all(_inside(leaf, x.shape[axis]) for leaf in leaves(item)):
                return True
            axis += 1
    return False


def taken(items: tuple[Item, ...]) -> int:
    """The number of axes that integers, arrays and slices take."""
    return sum(item is not None and item is not Ellipsis for item in items)


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


def _slice_size(size: Size, item: slice) -> Size:
    """The length of `range(size)[start:stop:step]`."""
    step = 1 if item.step is None else _step(item.step)
    start, stop = (None if part is None else _size(part) for part in (item.start, item.stop))
    span = _span(size, start, stop) if step > 0 else _span_back(size, start, stop)
    length = dim_max(span, 0)
    return length if abs(step) == 1 else (length + abs(step) - 1) // abs(step)


def _span(size: Size, start: Size | None, stop: Size | None) -> Size:
    """`stop - start` after Python's clipping, or any number below 0 where that is not above 0."""
    if stop is None:
        stop = size
    elif _is_negative(stop):
        stop = stop + size
    else:
        stop = dim_min(stop, size)
    if start is None:
        return stop
    if _is_negative(start):
        # stop - max(start + size, 0)
        return dim_min(stop - start - size, stop)
    return stop - start


def _span_back(size: Size, start: Size | None, stop: Size | None) -> Size:
    """The same for a negative step: `start - stop`."""
    if start is None:
        start = size - 1
    elif _is_negative(start):
        start = start + size
    else:
        start = dim_min(start, size - 1)
    if stop is None:
        return start + 1
    if _is_negative(stop):
        # start - max(stop + size, -1)
        return dim_min(start - stop - size, start + 1)
    return start - stop


def _is_negative(size: Size) -> bool:
    low, high = interval(size)
    if low is not None and low >= 0:
        return False
    if high is not None and high < 0:
        return True
    negated = str(size) == f"-{-size}"
    bound = -size if negated else size
    fix = f"len(...) - {bound}" if negated else f"max({bound}, 0)"
    raise RuleError(
        "unsupported-construct",
        f"the size of a slice at {size} depends on the sign of {size}",
        help=f"where {bound} is never negative, write `{fix}`",
    )


def _bound(type_: NumberType) -> Size | None:
    if type_.dim is not None:
        return type_.dim
    return type_.constant if isinstance(type_.constant, int) else None


def _size(type_: Type) -> Size:
    if isinstance(type_, NumberType) and type_.kind == "int":
        size = _bound(type_)
        if size is not None:
            return size
        raise RuleError(
            "unsupported-construct",
            "a slice at an integer of the run has no size",
            help="let it become a dim",
        )
    if isinstance(type_, ScalarType) and is_integer(type_.dtype):
        raise RuleError(
            "unsupported-construct",
            f"a slice at an {type_} has no size",
            help="let it become a dim",
        )
    raise RuleError("dtype-mismatch", f"a slice is at integers, not {type_}")


def _step(type_: Type) -> int:
    step = _size(type_)
    if not isinstance(step, int):
        raise RuleError(
            "unsupported-construct",
            "the step of a slice is known when the graph is built",
            help="make it a number or a `Static[int]` parameter",
        )
    if step == 0:
        raise RuleError("argument-mismatch", "the step of a slice cannot be 0")
    return step
