"""Statements put into each other's loops: one trip computes what several nodes need.

Loops with the same extent become one where each trip of the later one reads only what the same
trip of the earlier one wrote; then the same inside of them. After Kennedy and McKinley, 1993,
"Maximizing loop parallelism and improving data locality via loop fusion and distribution".
"""

from __future__ import annotations

from collections.abc import Iterator

from dslc.ir.dims import Dim, Size, substitute
from dslc.ir.dtypes import BY_NAME, is_inexact
from dslc.ir.types import default_dtype

from .language import (
    Access,
    Array,
    Load,
    Loop,
    Pick,
    Statement,
    Taking,
    Total,
    counted_shape,
    plain_statements,
)
from .reach import accesses, in_conflict, reach_of
from .rewriting import Rewriting
from .rows import has_product
from .segments import Segment, in_segments, is_alike, segments_in

MOST = 60
"""Statements in a loop, besides loops; more would not stay in registers, nor in a reader's head."""

MOST_SUMS = 4
"""Sums of floats in one loop."""


def insert(body: list[Statement], new: Statement) -> None:
    """Put a statement behind those that it depends on, into a loop of them where that can be."""
    if isinstance(new, Pick):
        _insert_early(body, new)
    elif not joins(body, new):
        body.append(new)


def _insert_early(body: list[Statement], new: Statement) -> None:
    """Put a statement before what it does not depend on: loops that use it may join those."""
    place = len(body)
    while place and not depends(new, body[place - 1]):
        place -= 1
    body.insert(place, new)


def _is_start(statement: Statement) -> bool:
    """Whether a statement sets elements to numbers, as what is updated later starts."""
    reach = reach_of(statement)
    return bool(reach.written) and not (reach.needed or reach.read)


def joins(body: list[Statement], new: Statement) -> bool:
    """Put a statement into a loop of a body; whether there is one that it can be in."""
    found = _partner(body, new)
    if found is None:
        return False
    number, (old, new) = found
    reach_of(old).add(reach_of(new))
    early = any(segments_in(new))
    for each in _Renaming(new.index, old.index).body(new.body):
        if early and _is_start(each):
            _insert_early(old.body, each)
        else:
            insert(old.body, each)
    body[number] = old
    return True


def can_join(body: list[Statement], new: Statement) -> bool:
    """Whether there is a loop in a body that a statement can be in."""
    return _partner(body, new) is not None


def _partner(body: list[Statement], new: Statement) -> tuple[int, tuple[Loop, Loop]] | None:
    """The number of the loop in a body that a statement can be in, and both as they share it."""
    if not isinstance(new, Loop):
        return None
    for number in reversed(range(len(body))):
        old = body[number]
        if isinstance(old, Loop) and (found := _shared(old, new)) is not None:
            return number, found
        if depends(new, old):
            break
    return None


def _shared(old: Loop, new: Loop) -> tuple[Loop, Loop] | None:
    """The old loop as one that can take the new one in, and that; None where it cannot be."""
    if reach_of(old).count + reach_of(new).count > MOST:
        return None
    return next((pair for pair in _alike(old, new) if _can_share(*pair)), None)


def _alike(old: Loop, new: Loop) -> Iterator[tuple[Loop, Loop]]:
    """Two loops as loops with the same trips."""
    if is_alike(old, new):
        yield old, new
    elif isinstance(old, Segment) or isinstance(new, Segment):
        return
    elif (flat := _flat(old, new.extent)) is not None:
        yield flat, new
    if in_conflict(old, new):
        yield from in_segments(old, new)


def why_apart(body: list[Statement], new: list[Statement]) -> str:
    """Why statements cannot be in the loops of others that they depend on."""
    pairs = [(old, each) for each in new for old in reversed(body) if depends(each, old)]
    if not pairs:
        return "nothing in it is needed"
    old, each = pairs[0]
    if not (isinstance(old, Loop) and isinstance(each, Loop)):
        return "one of them has no loop"
    totals = [total.local.name for total in old.totals() if total.local in reach_of(each).read]
    if totals:
        return f"all of `{totals[0]}` is needed first"
    if not is_alike(old, each):
        return f"its loop is over {each.extent}, not {old.extent}"
    if reach_of(old).count + reach_of(each).count > MOST:
        return f"one loop has at most {MOST} statements"
    for array in sorted(in_conflict(old, each), key=lambda array: array.name):
        if not _are_aligned(array, old, each):
            return f"`{array.name}` is read elsewhere than where the same trip sets it"
    return f"one loop has at most {MOST_SUMS} sums, and adds up alone what is only added up"


def is_pairwise(total: Total) -> bool:
    """Whether a total is added in pairs: a sum of floats; one of bf16 is rounded at each step."""
    dtype = default_dtype(total.local.type)
    return total.how == "sum" and is_inexact(dtype) and dtype != BY_NAME["bf16"]


def adds_up(loop: Loop) -> Load | None:
    """The elements that a loop does nothing with but add them up, side by side, in pairs.

    That has a fast form of its own, so such a loop stays alone.
    """
    first = loop.body[0]
    return side_by_side(loop) if isinstance(first, Total) and is_pairwise(first) else None


def side_by_side(loop: Loop) -> Load | None:
    """The elements that a loop only makes a total of, as they lie side by side."""
    (only, *more) = loop.body
    if more or not isinstance(only, Total):
        return None
    load = only.value
    if not isinstance(load, Load) or load.type != only.local.type:
        return None
    *others, last = load.indices
    return load if last is loop.index and not any(_has(each, loop) for each in others) else None


def _can_add_up(old: Loop, new: Loop) -> bool:
    """Whether few sums of one dtype would be in one loop."""
    sums = [total for loop in (old, new) for total in loop.totals() if is_pairwise(total)]
    return len(sums) <= MOST_SUMS and len({total.local.type for total in sums}) <= 1


def _can_share(old: Loop, new: Loop) -> bool:
    """Whether each trip of the new loop needs nothing of other trips of the old one."""
    if reach_of(old).steps or reach_of(new).steps:
        return False
    if not _can_add_up(old, new) or adds_up(old) or not _can_be_panels(old, new):
        return False
    added = adds_up(new)
    if added is not None and added.array not in reach_of(old).written:
        return False
    if any(total.local in reach_of(new).read for total in old.totals()):
        return False
    return all(_are_aligned(array, old, new) for array in in_conflict(old, new))


def _can_be_panels(old: Loop, new: Loop) -> bool:
    """Whether no trip of a loop with a product takes anything from the trips before it."""
    if not (has_product(old) or has_product(new)):
        return True
    return not any(isinstance(each, Pick | Taking) for each in (*old.body, *new.body))


def _are_aligned(array: Array, old: Loop, new: Loop) -> bool:
    """Whether the trips of both loops reach parts of an array of their own, the same ones."""
    before, behind = reach_of(old).places, reach_of(new).places
    found = before.get(array, set()) | behind.get(array, set())
    return len(found) == 1 and None not in found


def depends(new: Statement, old: Statement) -> bool:
    """Whether a statement must stay behind another."""
    if not reach_of(old).defined.isdisjoint(reach_of(new).read):
        return True
    if isinstance(old, Pick) and str(old.index) in reach_of(new).symbols:
        return True
    return bool(in_conflict(old, new))


# --- other indices --------------------------------------------------------------------------------


class _Renaming(Rewriting):
    """Puts the index of one loop in place of that of another."""

    def __init__(self, old: Dim, new: Dim) -> None:
        self._old, self._new = old, new
        self._indices: dict[str, Size] = {str(old): new}

    def size(self, size: Size) -> Size:
        if size is self._old:
            return self._new
        if isinstance(size, Dim) and self._indices.keys() <= size.names:
            return substitute(size, self._indices)
        return size

    def access(self, access: Access) -> Access:
        array, indices = access
        return array, tuple(map(self.size, indices))


# --- one loop for two -----------------------------------------------------------------------------


def _flat(loop: Loop, extent: Size) -> Loop | None:
    """Loops around nothing but each other as one of this extent; None where it cannot be."""
    while loop.extent != extent:
        found = flattened(loop)
        if found is None:
            return None
        loop = found
    return loop


def flattened(loop: Loop) -> Loop | None:
    """A loop and the one loop in it, or in that, as one; None where they cannot be."""
    if len(loop.body) != 1 or not isinstance(inner := loop.body[0], Loop):
        return None
    if isinstance(loop, Segment) or isinstance(inner, Segment):
        return None
    deeper = flattened(inner)
    if deeper is not None:
        return Loop(loop.index, loop.extent, [deeper])
    if any(isinstance(each, Taking) for each in inner.body) or not all(
        _is_flat(array, indices, loop, inner) for array, indices in accesses(inner.body)
    ):
        return None
    if any(_has(size, loop, inner) for each in plain_statements(inner.body) for size in each.sizes):
        return None
    body = _Flattening(loop.index).body(inner.body)
    return Loop(inner.index, loop.extent * inner.extent, body)


def _has(size: Size, *loops: Loop) -> bool:
    """Whether an index is in a size."""
    return isinstance(size, Dim) and not size.names.isdisjoint(str(loop.index) for loop in loops)


def _is_flat(array: Array, indices: tuple[Size, ...], outer: Loop, inner: Loop) -> bool:
    """Whether two loops run over the last axes of an array in C order, or neither does."""
    if not any(_has(each, outer, inner) for each in indices):
        return True
    if len(indices) < 2 or indices[-2] is not outer.index or indices[-1] is not inner.index:
        return False
    return counted_shape(array.shape, len(indices))[-2:] == (outer.extent, inner.extent)


class _Flattening(Rewriting):
    """Leaves out the index of an outer loop: that of the inner one counts the trips of both."""

    def __init__(self, outer: Dim) -> None:
        self._outer = outer

    def access(self, access: Access) -> Access:
        array, indices = access
        return array, tuple(index for index in indices if index is not self._outer)
