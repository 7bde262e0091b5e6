"""Parts of arrays, arrays put together, and elements in another order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dslc.ir.calling import sketch_facts
from dslc.ir.dims import Dim, Size, dim_max, dim_min
from dslc.ir.dtypes import BY_NAME, is_integer
from dslc.ir.facts import Facts
from dslc.ir.graph import as_size
from dslc.ir.keys import join_key
from dslc.ir.ops import attributes
from dslc.ir.ops.create import arange, cast
from dslc.ir.ops.padding import pad
from dslc.ir.ops.scan import maximum_accumulate, minimum_accumulate
from dslc.ir.pattern import part
from dslc.ir.rule import DOES_NOT_APPLY, rule

from .conditions import arrays, dtype_of, first, integers, same_shape

WHOLE = slice(None)


def _items(key: str, numbers: Sequence[Any]) -> list[Any] | None:
    """The items of an index that are plain sizes and slices of step 1; None where others are."""
    items: list[Any] = []
    for item in join_key(key, numbers):
        if isinstance(item, slice):
            bounds = [None if each is None else as_size(each.operand) for each in _bounds(item)]
            if item.step is not None or any(
                given is not None and size is None
                for given, size in zip(_bounds(item), bounds, strict=True)
            ):
                return None
            items.append(slice(*bounds))
        elif item is None or item is Ellipsis or isinstance(item, list):
            return None
        else:
            items.append(as_size(item.operand))
    return None if any(item is None for item in items) else items


def _bounds(item: slice) -> tuple[Any, Any]:
    return item.start, item.stop


def _start(item: slice) -> Size:
    """Where a slice starts."""
    return 0 if item.start is None else item.start


def _from_front(facts: Facts, *sizes: Size | None) -> bool:
    """Whether bounds count from the front."""
    return all(size is None or facts.at_least(size, 0) for size in sizes)


def _narrowed(facts: Facts, inner: Any, outer: Any) -> Any:
    """The item of one index that takes what `outer` takes of what `inner` takes; or None."""
    start = _start(inner)
    bounds = _bounds(outer) if isinstance(outer, slice) else (outer,)
    if not _from_front(facts, *_bounds(inner), *bounds):
        return None
    if not isinstance(outer, slice):
        return start + outer
    stop = inner.stop
    if outer.stop is not None:
        reached = start + outer.stop
        stop = reached if stop is None else dim_min(stop, reached)
    return slice(start + _start(outer), stop)


@rule(
    lambda x, numbers, *, key: part(x, key, numbers),
    several=("numbers",),
    when=lambda facts, x, numbers, *, key: set(key) <= set(":, "),
)
def slice_of_everything(x: Any, numbers: Any, *, key: str) -> Any:
    """A slice of all of an array is the array."""
    return x


@rule(lambda x, numbers, *, key: part(x, key, numbers), several=("numbers",))
def slice_to_own_size(x: Any, numbers: Any, *, key: str) -> Any:
    """Slices from 0 on that leave out nothing are the array."""
    items = _items(key, numbers)
    if items is None or not all(isinstance(i, slice) and i.start in (None, 0) for i in items):
        return DOES_NOT_APPLY
    return x


@rule(
    lambda x, first, second, *, inner, outer: part(part(x, inner, first), outer, second),
    several=("first", "second"),
)
def part_of_part(x: Any, first: Any, second: Any, *, inner: str, outer: str) -> Any:
    """A part of a part is one part."""
    taken, then = _items(inner, first), _items(outer, second)
    if taken is None or then is None:
        return DOES_NOT_APPLY
    kept = sum(isinstance(item, slice) for item in taken)
    taken += [WHOLE] * max(0, len(then) - kept)
    rest = iter([*then, *[WHOLE] * len(taken)])
    items = [
        _narrowed(sketch_facts(), item, next(rest)) if isinstance(item, slice) else item
        for item in taken
    ]
    return DOES_NOT_APPLY if any(item is None for item in items) else x[tuple(items)]


# --- parts of what sizes say ----------------------------------------------------------------------


@rule(
    lambda x, numbers, *, shape, key: part(np.broadcast_to(x, shape), key, numbers),
    several=("numbers",),
)
def part_of_repeated(x: Any, numbers: Any, *, shape: Any, key: str) -> Any:
    """A part of one of the arrays that a broadcast repeats is that part of the array."""
    items = _items(key, numbers)
    more = len(shape) - len(x.shape)
    if items is None or len(items) < more or any(isinstance(i, slice) for i in items[:more]):
        return DOES_NOT_APPLY
    if not (more and same_shape(sketch_facts(), x.shape, shape[more:])):
        return DOES_NOT_APPLY
    return x[tuple(items[more:])] if items[more:] else x


@rule(
    lambda numbers, *, start, stop, step, dtype, key: part(
        arange(start=start, stop=stop, step=step, dtype=dtype), key, numbers
    ),
    several=("numbers",),
)
def part_of_arange(numbers: Any, *, start: Any, stop: Any, step: Any, dtype: Any, key: str) -> Any:
    """A part of a range of integers is such a range, or the integer at a place."""
    items = _items(key, numbers)
    whole = all(isinstance(bound, int | Dim) for bound in (start, stop, step))
    if items is None or len(items) != 1 or not whole or dtype != BY_NAME["i64"]:
        return DOES_NOT_APPLY
    (item,) = items
    if not _from_front(sketch_facts(), *(_bounds(item) if isinstance(item, slice) else items)):
        return DOES_NOT_APPLY
    if not isinstance(item, slice):
        return cast(start + item * step, dtype=dtype)
    if item.stop is not None:
        stop = (dim_min if step > 0 else dim_max)(stop, start + item.stop * step)
    return arange(start=start + _start(item) * step, stop=stop, step=step, dtype=dtype)


# --- arrays put together --------------------------------------------------------------------------


@rule(lambda x, *, axis: np.concatenate((x,), axis=axis))
def concatenate_one(x: Any, *, axis: int) -> Any:
    """One array put together is the array."""
    return x


@rule(lambda x, *, axis: np.stack((x,), axis=axis), when=arrays)
def stack_one(x: Any, *, axis: int) -> Any:
    """One array stacked is the array with a new axis."""
    return np.copy(np.expand_dims(x, attributes.axis(axis, x.ndim + 1, "`stack`")))


@rule(
    lambda parts, y, *, axis: np.concatenate((np.concatenate(parts, axis=axis), y), axis=axis),
    several=("parts",),
    when=lambda facts, parts, y, *, axis: len({dtype_of(each) for each in (*parts, y)}) == 1,
)
def concatenate_at_once(parts: Any, y: Any, *, axis: int) -> Any:
    """Arrays put together in two steps are put together at once."""
    return np.concatenate((*parts, y), axis=axis)


@rule(
    lambda y, parts, *, axis: np.concatenate((y, np.concatenate(parts, axis=axis)), axis=axis),
    several=("parts",),
    when=lambda facts, y, parts, *, axis: len({dtype_of(each) for each in (*parts, y)}) == 1,
)
def concatenate_behind(y: Any, parts: Any, *, axis: int) -> Any:
    """Arrays put together behind one are put together at once."""
    return np.concatenate((y, *parts), axis=axis)


@rule(
    lambda x, a, b, *, one, other, axis: np.concatenate(
        (part(x, one, a), part(x, other, b)), axis=axis
    ),
    several=("a", "b"),
)
def concatenate_neighbours(x: Any, a: Any, b: Any, *, one: str, other: str, axis: int) -> Any:
    """Neighbouring slices put together are one slice."""
    before, after = _items(one, a), _items(other, b)
    if before is None or after is None or len(before) != len(after) or axis >= len(before):
        return DOES_NOT_APPLY
    if not all(isinstance(item, slice) for item in (*before, *after)):
        return DOES_NOT_APPLY
    beside = [n for n in range(len(before)) if n != axis]
    left, right = before[axis], after[axis]
    meet = left.stop is not None and right.start is not None and left.stop == right.start
    if not meet or any(before[n] != after[n] for n in beside):
        return DOES_NOT_APPLY
    if not _from_front(sketch_facts(), *_bounds(left), *_bounds(right)):
        return DOES_NOT_APPLY
    items = [slice(left.start, right.stop) if n == axis else before[n] for n in range(len(before))]
    return np.copy(x[tuple(items)])


@rule(
    lambda parts, numbers, *, axis, key: part(np.concatenate(parts, axis=axis), key, numbers),
    several=("parts", "numbers"),
    when=lambda facts, parts, numbers, *, axis, key: len({dtype_of(each) for each in parts}) == 1,
)
def slice_of_concatenate(parts: Any, numbers: Any, *, axis: int, key: str) -> Any:
    """A slice that lies in one of the arrays put together is a slice of that."""
    items = _items(key, numbers)
    if items is None or not all(isinstance(item, slice) for item in items):
        return DOES_NOT_APPLY
    if not _from_front(sketch_facts(), *(bound for item in items for bound in _bounds(item))):
        return DOES_NOT_APPLY
    item = items[axis] if axis < len(items) else WHOLE
    found = _inside(sketch_facts(), [each.shape[axis] for each in parts], item)
    if found is None:
        return DOES_NOT_APPLY
    number, within = found
    return parts[number][tuple(within if n == axis else each for n, each in enumerate(items))]


def _inside(facts: Facts, sizes: Sequence[Size], item: slice) -> tuple[int, slice] | None:
    """Which of arrays with these sizes, one after the other, a slice lies in, and where there."""
    begin: Size = 0
    start = _start(item)
    for number, size in enumerate(sizes):
        end = begin + size
        last = number == len(sizes) - 1
        stop = end if item.stop is None and last else item.stop
        if stop is not None and facts.at_least(start - begin, 0) and facts.at_least(end - stop, 0):
            return number, slice(start - begin, stop - begin)
        begin = end
    return None


# --- elements in another order --------------------------------------------------------------------


@rule(lambda x, *, axis: np.flip(np.flip(x, axis), axis), when=arrays)
def flip_of_flip(x: Any, *, axis: Any) -> Any:
    """Elements reversed twice are as they were."""
    return x


@rule(lambda x: np.flipud(x), when=arrays)
def flipud_is_flip(x: Any) -> Any:
    """`flipud` is a flip of the first axis."""
    return np.flip(x, axis=0)


@rule(lambda x: np.fliplr(x), when=arrays)
def fliplr_is_flip(x: Any) -> Any:
    """`fliplr` is a flip of the second axis."""
    return np.flip(x, axis=1)


@rule(
    lambda x, *, reps: np.tile(x, reps),
    when=lambda facts, x, *, reps: set(reps if isinstance(reps, tuple) else (reps,)) == {1},
)
def tile_once(x: Any, *, reps: Any) -> Any:
    """An array beside itself once is the array."""
    return x


@rule(lambda x, *, axis: np.repeat(x, 1, axis), when=arrays)
def repeat_once(x: Any, *, axis: Any) -> Any:
    """Each element once is the array."""
    return x


@rule(
    lambda x, *, width, mode, fill: pad(x, width, mode, fill),
    when=lambda facts, x, *, width, mode, fill: set(_flat(width)) == {0},
)
def pad_by_nothing(x: Any, *, width: Any, mode: str, fill: Any) -> Any:
    """An array with margins of size 0 is the array."""
    return x


def _flat(value: Any) -> list[Any]:
    return [each for item in value for each in _flat(item)] if isinstance(value, tuple) else [value]


def _twice(function: Callable[..., Any], what: str) -> None:
    def right(x: Any, *, k: Any) -> Any:
        return function(x, k)

    right.__name__ = f"{function.__name__}_of_{function.__name__}"
    right.__doc__ = f"The {what} triangle of the same {what} triangle is that triangle."
    rule(lambda x, *, k: function(function(x, k), k), when=arrays)(right)


_twice(np.tril, "lower")
_twice(np.triu, "upper")


@rule(
    lambda x, *, axis, kind, stable: np.sort(
        np.sort(x, axis=axis, kind=kind, stable=stable), axis=axis, kind=kind, stable=stable
    ),
    when=first(is_integer),
)
def sort_of_sort(x: Any, *, axis: Any, kind: Any, stable: Any) -> Any:
    """Integers sorted twice are sorted once."""
    return np.sort(x, axis=axis, kind=kind, stable=stable)


@rule(lambda x: np.copy(np.copy(x)))
def copy_of_copy(x: Any) -> Any:
    """A copy of a copy is one copy."""
    return np.copy(x)


@rule(
    lambda x, *, axis: maximum_accumulate(maximum_accumulate(x, axis=axis), axis=axis),
    when=integers,
)
def maximum_so_far_twice(x: Any, *, axis: Any) -> Any:
    """The greatest so far of the greatest so far of integers is that."""
    return maximum_accumulate(x, axis=axis)


@rule(
    lambda x, *, axis: minimum_accumulate(minimum_accumulate(x, axis=axis), axis=axis),
    when=integers,
)
def minimum_so_far_twice(x: Any, *, axis: Any) -> Any:
    """The smallest so far of the smallest so far of integers is that."""
    return minimum_accumulate(x, axis=axis)
