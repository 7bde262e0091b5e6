"""Loops whose trips need nothing of each other, and what a trip takes.

What one trip alone reads and writes is found by the index: an array that is always reached at the
index of a loop is another element in each trip. After Allen and Kennedy, 2001, "Optimizing
compilers for modern architectures", chapter 5.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations
from math import comb

from dslc.ir.dims import Dim, Size, interval, substitute, symbols

from .language import (
    Apply,
    Array,
    Let,
    Local,
    Loop,
    Plain,
    Product,
    Running,
    Setting,
    Statement,
    Taking,
    Total,
    parts,
    plain_statements,
    statements,
)
from .reach import Place, accesses, place_of, reads, writes
from .rows import stages
from .segments import Segment, divided_by
from .stepping import are_steps

_LONG = 8
"""How many times as long as an addition a function like `exp` takes."""

_STEPS = 64
"""Trips that steps are taken to make, which may end early."""

_COMPARED = 10
"""Pairs of arrays that GCC compares before a loop that is vector code only if they are apart."""

_SHORT = frozenset(
    ("add", "subtract", "multiply", "negative", "abs", "maximum", "minimum", "where", "square")
)


def is_parallel(loop: Loop, private: Collection[Array]) -> bool:
    """Whether no trip needs what another one makes, but for totals."""
    return not has_running(loop) and is_apart(loop, private)


def has_running(loop: Loop) -> bool:
    """Whether a trip takes something from the one before."""
    return are_steps(loop) or any(isinstance(each, Running) for each in loop.body)


def is_apart(loop: Loop, private: Collection[Array]) -> bool:
    """Whether no trip reaches an element that another one writes."""
    reached: dict[Array, set[Place]] = {}
    divided = divided_by(loop)
    for array, indices in accesses(loop.body):
        reached.setdefault(array, set()).add(place_of(array, indices, loop.index, divided))
    return all(
        array in private or (len(reached[array]) == 1 and None not in reached[array])
        for array, _ in writes(loop.body)
    )


def are_side_by_side(loop: Loop, memory: Mapping[Array | Local, str]) -> bool:
    """Whether trips of an innermost loop could run at one time: none reaches what another writes.

    Unlike in `is_apart`, one trip may write several elements of an array, a loop's length apart.

    Args:
        loop: it may have totals.
        memory: of arrays, by name; arrays of one name are in the same place.
    """
    if has_running(loop) or not all(isinstance(each, Let | Setting | Total) for each in loop.body):
        return False
    places: dict[str, set[tuple[int, Size] | None]] = {}
    for array, indices in accesses(loop.body):
        places.setdefault(memory[array], set()).add(_offset(indices, loop.index))
    written = {memory[array] for array, _ in writes(loop.body)}
    return all(_never_meet(places[name], loop.extent) for name in written)


def is_crowded(loop: Loop, memory: Mapping[Array | Local, str]) -> bool:
    """Whether a compiler gives up comparing the memory of its arrays, pair by pair."""
    written = {memory[array] for array, _ in writes(loop.body)}
    reached = {memory[array] for array, _ in accesses(loop.body)}
    pairs = len(written) * (len(reached) - len(written)) + comb(len(written), 2)
    return pairs > _COMPARED


def _offset(indices: tuple[Size, ...], index: Dim) -> tuple[int, Size] | None:
    """The axis along which an index runs alone, and how far it is ahead there."""
    axes = [axis for axis, each in enumerate(indices) if str(index) in symbols(each)]
    ahead = indices[axes[0]] - index if len(axes) == 1 else index
    return None if str(index) in symbols(ahead) else (axes[0], ahead)


def _never_meet(places: Collection[tuple[int, Size] | None], extent: Size) -> bool:
    """Whether these are along one axis, and at least so far apart from each other."""
    known = [place for place in places if place is not None]
    if len(known) < len(places) or len({axis for axis, _ in known}) > 1:
        return False
    pairs = combinations((ahead for _, ahead in known), 2)
    return all(any(_is_size(way - extent) for way in (a - b, b - a)) for a, b in pairs)


def _is_size(number: Size) -> bool:
    """Whether it is surely not negative."""
    low, _ = interval(number)
    return low is not None and low >= 0


def rows_in(loop: Loop, homes: Mapping[Loop | None, list[Array]]) -> list[Array]:
    """The rows that each trip of a loop has for itself."""
    inside = [each for each in statements([loop]) if isinstance(each, Loop)]
    return [row for each in inside for row in homes.get(each, ())]


def kept_between_stages(loop: Loop) -> list[Local]:
    """What a stage of a panel defines of each trip and a later one reads."""
    found: list[Local] = []
    for number, stage in enumerate(stages(loop)):
        later = [each for other in stages(loop)[number + 1 :] for each in other]
        read = set(reads(later))
        own = (each.local for each in plain_statements(stage) if isinstance(each, Let | Taking))
        found += [local for local in own if local in read]
    return found


def work_of_trip(loop: Loop) -> Size:
    """What a trip takes, in steps of about a fraction of a nanosecond; at most, roughly."""
    return _work(loop.body, {str(loop.index): loop.extent})


def _work(body: list[Statement], within: dict[str, Size]) -> Size:
    total: Size = 1
    for each in body:
        if isinstance(each, Loop):
            extent = each.extent
            if are_steps(each):
                extent = _STEPS
            elif isinstance(each, Segment):  # as long as the others
                extent = extent // (within.get(str(each.row), 0) + 1)
            elif isinstance(extent, Dim):
                extent = substitute(extent, within)
            total = total + extent * _work(each.body, {**within, str(each.index): extent})
        elif isinstance(each, Product):
            total = total + each.depth * each.width
        else:
            total = total + _of(each)
    return total


def _of(statement: Plain) -> int:
    applied = [e for x in statement.expressions() for e in parts(x) if isinstance(e, Apply)]
    return 1 + sum(1 if each.op.name in _SHORT else _LONG for each in applied)
