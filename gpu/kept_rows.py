"""Rows of what a kernel is given that several loops of a team read: read once, kept near.

The first loop reads an element, a row then holds it for the loops behind. So softmax, cross entropy
and layer norm read device memory once, and write it once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TypeAlias

from dslc.ir.dims import Dim, Size
from dslc.ir.nests.language import (
    Array,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Plain,
    Product,
    Statement,
    Store,
    plain_statements,
)
from dslc.ir.nests.reach import writes
from dslc.ir.nests.rewriting import Rewriting
from dslc.ir.nests.segments import Segment
from dslc.ir.nests.shared_rows import in_one_place
from dslc.ir.nests.trips import has_running
from dslc.ir.types import ScalarType

Read: TypeAlias = tuple[Array, tuple[Size, ...], Size]
"""An array, the indices of a row and the axis along which it goes, the extent of the loop."""


def with_kept_rows(body: list[Statement], rows: set[Array]) -> list[Statement]:
    """The body of a team with rows for what several of its loops read; they join `rows`."""
    loops = [each for each in body if isinstance(each, Loop) and _is_simple(each)]
    own = {array for array, _ in writes(body)}
    counts = Counter(read for loop in loops for read in dict.fromkeys(_reads(loop, own)))
    kept: dict[Read, Array] = {}
    for read, count in counts.items():
        array, _, extent = read
        if count > 1:
            kept[read] = Array(f"{array.name}_row", array.dtype, (extent,))
    rows.update(kept.values())
    held = set[Read]()
    return [
        _with_rows(each, kept, held) if isinstance(each, Loop) and each in loops else each
        for each in body
    ]


def places_of_rows(body: list[Statement], rows: Collection[Array]) -> dict[Array, Array]:
    """For some rows of a team the row in whose place they are, when that is read no more.

    Threads without a trip of a scan do another's again: such a loop takes over no row.
    """
    if any(has_running(each) for each in body if isinstance(each, Loop)):
        return {}
    return in_one_place([[each] for each in body], set(rows))


def _is_simple(loop: Loop) -> bool:
    inner = any(isinstance(each, Loop | Product) for each in loop.body)
    inner = inner or isinstance(loop, Segment)  # whose rows are longer than the team's
    return not inner and not has_running(loop)


def _reads(loop: Loop, own: Collection[Array]) -> Iterator[Read]:
    """The rows of arrays that a loop reads, an element in each trip."""
    for statement in plain_statements(loop.body):
        for load in statement.loads:
            read = _read(load, loop)
            if load.array not in own and read is not None:
                yield read


def _read(load: Load, loop: Loop) -> Read | None:
    """The row that an element is of; None where the loop does not go along one axis of it."""
    index = loop.index
    places = [number for number, each in enumerate(load.indices) if each is index]
    others = [each for each in load.indices if isinstance(each, Dim) and each is not index]
    if len(places) != 1 or any(str(index) in each.names for each in others):
        return None
    indices = tuple(0 if each is index else each for each in load.indices)
    return load.array, (*indices, places[0]), loop.extent


def _with_rows(loop: Loop, kept: dict[Read, Array], held: set[Read]) -> Loop:
    """A loop that reads rows; the first one that needs a row fills it."""
    first: dict[Read, Local] = {}
    body: list[Statement] = []
    for statement in loop.body:
        assert isinstance(statement, Plain)
        for load in statement.loads:
            read = _read(load, loop)
            if read in kept and read not in held and read not in first:
                row = kept[read]
                local = first[read] = Local(f"{load.array.name}_element", ScalarType(row.dtype))
                body.append(Let(load, statement.node, local))
                body.append(Store(local, statement.node, row, (loop.index,)))
        body += _Reading(loop, kept, first).body([statement])
    held.update(first)
    return Loop(loop.index, loop.extent, body)


class _Reading(Rewriting):
    """Puts locals and rows in place of elements."""

    def __init__(self, loop: Loop, kept: dict[Read, Array], first: dict[Read, Local]) -> None:
        self._loop, self._kept, self._first = loop, kept, first

    def load(self, load: Load) -> Expression:
        read = _read(load, self._loop)
        if read is None or read not in self._kept:
            return load
        return self._first.get(read) or Load(self._kept[read], (self._loop.index,))
