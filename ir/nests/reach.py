"""What statements set and read, kept beside each: fusion asks for it again and again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from dslc.ir.dims import Dim, Size

from .language import (
    Access,
    Array,
    Let,
    Local,
    Loop,
    Setting,
    Statement,
    Taking,
    Update,
    plain_statements,
    statements,
)
from .segments import Segment, divided_by, offsets_in
from .stepping import are_steps

Place: TypeAlias = "tuple[int, bool, Array | None] | None"
"""The axis along which an index runs alone, and whether it counts the later ones too.

The number of a segment runs along it in parts, which are told by their offsets.
"""


@dataclass(slots=True)
class Reach:
    """What a statement and all in it set and read.

    Attributes:
        written: the arrays whose elements it sets.
        needed: those whose elements it reads, or updates.
        defined: the locals that it defines.
        read: those that it reads.
        symbols: the names in its sizes and indices.
        places: of a loop, where its index runs in each array.
        count: how many statements they are, without loops.
        steps: whether it is a loop whose trips go on from one another.
    """

    written: set[Array] = field(default_factory=set)
    needed: set[Array] = field(default_factory=set)
    defined: set[Local] = field(default_factory=set)
    read: set[Local] = field(default_factory=set)
    symbols: set[str] = field(default_factory=set)
    places: dict[Array, set[Place]] = field(default_factory=dict)
    count: int = 0
    steps: bool = False

    def add(self, other: Reach) -> None:
        """The same of both; the loop of the other has the same index."""
        self.written |= other.written
        self.needed |= other.needed
        self.defined |= other.defined
        self.read |= other.read
        self.symbols |= other.symbols
        for array, places in other.places.items():
            self.places.setdefault(array, set()).update(places)
        self.count += other.count


def reach_of(statement: Statement) -> Reach:
    """What a statement reaches; a loop is asked again after statements are put into it."""
    found = statement.reach
    if not isinstance(found, Reach):
        found = statement.reach = _found(statement)
    return found


def _found(statement: Statement) -> Reach:
    reach = Reach()
    for each in plain_statements([statement]):
        reach.count += 1
        reach.needed.update(load.array for load in each.loads)
        reach.read.update(each.reads)
        for size in each.places():
            if isinstance(size, Dim):
                reach.symbols |= size.names
        if isinstance(each, Setting):
            reach.written.add(each.array)
        if isinstance(each, Update):
            reach.needed.add(each.array)
        if isinstance(each, Let | Taking):
            reach.defined.add(each.local)
    if isinstance(statement, Loop):
        reach.steps = are_steps(statement)
        reach.needed.update(offsets_in(statement))
        divided = divided_by(statement)
        for array, indices in accesses([statement]):
            place = place_of(array, indices, statement.index, divided)
            reach.places.setdefault(array, set()).add(place)
    return reach


def place_of(
    array: Array, indices: tuple[Size, ...], index: Dim, divided: Mapping[Dim, Array]
) -> Place:
    """Where an index runs in an array.

    Args:
        array: the array.
        indices: of an element.
        index: of a loop.
        divided: the indices that run in the segment of that number, and their offsets.
    """
    for axis, each in enumerate(indices):
        offsets = divided.get(each) if isinstance(each, Dim) else None
        if each is index or offsets is not None:
            return axis, axis == len(indices) - 1 < len(array.shape) - 1, offsets
    return None


def in_conflict(old: Statement, new: Statement) -> set[Array]:
    """The arrays that one sets and the other needs; what both only set, they set in parts."""
    before, behind = reach_of(old), reach_of(new)
    return (before.written & behind.needed) | (before.needed & behind.written)


def writes(body: list[Statement]) -> Iterator[Access]:
    """The elements that are set."""
    for each in plain_statements(body):
        if isinstance(each, Setting):
            yield each.array, each.indices


def accesses(body: list[Statement]) -> Iterator[Access]:
    """The elements that are set or read."""
    for each in statements(body):
        if isinstance(each, Segment):
            yield from each.ends()
        if isinstance(each, Loop):
            continue
        if isinstance(each, Setting):
            yield each.array, each.indices
        for load in each.loads:
            yield load.array, load.indices


def defined(body: list[Statement]) -> set[Local]:
    """The locals that statements define."""
    return {each.local for each in plain_statements(body) if isinstance(each, Let | Taking)}


def reads(body: list[Statement]) -> Iterator[Local]:
    """The locals that are read, in order."""
    return (local for each in plain_statements(body) for local in each.reads)
