"""A nest while others are put into it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dslc.ir.graph import Node

from .fuse import can_join, depends, insert, joins
from .language import Array, Local, Statement
from .reach import Reach, accesses, reach_of, reads


@dataclass(slots=True, eq=False)
class Pending:
    """A nest that others may still be put into.

    Attributes:
        number: of the nest, in their order.
        body: its statements.
        reached: the arrays and locals that they set or read.
        nodes: what they compute.
        emitted: whether it is a node already.
    """

    number: int
    body: list[Statement]
    reached: set[Array | Local] = field(default_factory=set)
    nodes: list[Node] = field(default_factory=list)
    emitted: bool = False


def put(pending: Pending, own: list[Statement]) -> bool:
    """Put the statements of a node into a nest that they share something with; whether it goes."""
    body, number = pending.body, _shares(pending, own)
    if number < 0 or not joins(body, own[number]):
        return False
    body[:0] = own[:number]
    for each in own[number + 1 :]:
        insert(body, each)
    return True


def can_put(pending: Pending, own: list[Statement]) -> bool:
    """Whether the statements of a node can be put into a nest."""
    number = _shares(pending, own)
    return number >= 0 and can_join(pending.body, own[number])


def _shares(pending: Pending, own: list[Statement]) -> int:
    """The number of the first statement that reaches what a nest reaches, or -1."""
    reached = pending.reached
    return next((n for n, each in enumerate(own) if _touches(reach_of(each), reached)), -1)


def _touches(reach: Reach, reached: set[Array | Local]) -> bool:
    """Whether a statement reaches one of these arrays and locals."""
    return not (
        reached.isdisjoint(reach.written)
        and reached.isdisjoint(reach.needed)
        and reached.isdisjoint(reach.read)
    )


def depend(body: list[Statement], pending: Pending) -> bool:
    """Whether statements must stay behind those of a nest."""
    return any(depends(new, old) for new in body for old in pending.body)


def reached_by(body: list[Statement]) -> Iterator[Array | Local]:
    """The arrays and locals that statements set or read."""
    yield from (array for array, _ in accesses(body))
    yield from reads(body)
