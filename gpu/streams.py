"""Which of several streams each step of a run goes to, and what it waits for there.

Steps that reach the same memory keep their order, if one of them writes to it; all others may go on
side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""Bytes of memory: the first, and the first behind."""

MOST_STREAMS = 4


@dataclass(frozen=True, slots=True)
class Reach:
    """What a step reaches.

    Attributes:
        reads: memory that it only reads.
        writes: memory that it may write to.
    """

    reads: tuple[Span, ...]
    writes: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """When a step has its turn.

    Attributes:
        stream: where, behind all that was put there before.
        waits: numbers of steps of other streams that end before it begins.
    """

    stream: int
    waits: tuple[int, ...]


def are_ordered(one: Reach, other: Reach) -> bool:
    """Whether two steps have to keep their order."""
    return (
        _overlap(one.writes, other.writes)
        or _overlap(one.writes, other.reads)
        or _overlap(one.reads, other.writes)
    )


def _overlap(some: Iterable[Span], others: Sequence[Span]) -> bool:
    return any(a < d and c < b for a, b in some for c, d in others)


def turns(steps: Sequence[Reach], most: int = MOST_STREAMS) -> list[Turn]:
    """A turn for each step, of which a stream has at most what follows from the order.

    A step goes where the last one is that it waits for, if nothing has come behind that; else to a
    new stream, or to that which is idle the longest.
    """
    found: list[Turn] = []
    last: list[int] = []  # step of each stream
    known: list[
        dict[int, int]
    ] = []  # by step: up to which step of each stream all has ended before
    for number, step in enumerate(steps):
        needed = [other for other in range(number) if are_ordered(steps[other], step)]
        stream = _stream(needed, last, found, most)
        ended = dict(known[last[stream]]) if stream < len(last) else {}
        if stream < len(last):
            ended[stream] = last[stream]
        waits: list[int] = []
        for other in reversed(needed):
            if ended.get(found[other].stream, -1) < other:
                waits.append(other)
                for each, until in {**known[other], found[other].stream: other}.items():
                    ended[each] = max(ended.get(each, -1), until)
        found.append(Turn(stream, tuple(reversed(waits))))
        known.append(ended)
        last[stream : stream + 1] = [number]
    return found


def _stream(needed: Sequence[int], last: Sequence[int], found: Sequence[Turn], most: int) -> int:
    for other in reversed(needed):
        if last[found[other].stream] == other:
            return found[other].stream
    if len(last) < most:
        return len(last)
    return min(range(len(last)), key=last.__getitem__)
