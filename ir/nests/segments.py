"""Loops over the elements of a segment, as the rows of a ragged value are.

    for i0 < rows:
        for i1 < total of offsets[i0]:
            top max= x[i1]
        for i1 < total of offsets[i0]:
            e[i1] = exp(subtract(x[i1], top))

Such a loop goes through the part of the indices below its extent that lies from `offsets[i0]` up to
`offsets[i0 + 1]`. A check before the nest has found that these parts are all indices, one after the
other. So the loops of a segment in a loop over all segments have the trips of one plain loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dslc.ir.dims import Dim, Size, dim_max

from .language import Access, Array, Loop, Product, Taking, plain_statements, statements
from .stepping import are_steps


@dataclass(slots=True, eq=False, kw_only=True)
class Segment(Loop):
    """Trips for the indices of one segment, in order.

    Attributes:
        offsets: where each segment begins and, at its end, where the last one ends.
        row: the number of the segment.
    """

    offsets: Array
    row: Size

    def ends(self) -> tuple[Access, Access]:
        """Where it begins, and the next one does."""
        return (self.offsets, (self.row,)), (self.offsets, (self.row + 1,))


def count_of(segment: Segment) -> Size:
    """How many segments there are."""
    return dim_max(segment.offsets.shape[0] - 1, 0)


def mean_trips(loop: Loop) -> Size:
    """How many trips a loop has, that over a segment on average."""
    return loop.extent // dim_max(count_of(loop), 1) if isinstance(loop, Segment) else loop.extent


def is_alike(one: Loop, other: Loop) -> bool:
    """Whether two loops have the same trips."""
    if one.extent != other.extent:
        return False
    if not (isinstance(one, Segment) and isinstance(other, Segment)):
        return isinstance(one, Segment) == isinstance(other, Segment)
    return one.offsets is other.offsets and one.row == other.row


def segments_in(loop: Loop) -> Iterator[Segment]:
    """The loops in a loop whose segment its index is the number of."""
    inner = (each for each in statements(loop.body) if isinstance(each, Segment))
    return (each for each in inner if each.row is loop.index)


def offsets_in(loop: Loop) -> Iterator[Array]:
    """The offsets of all segments in a loop, and its own."""
    return (each.offsets for each in statements([loop]) if isinstance(each, Segment))


def divided_by(loop: Loop) -> dict[Dim, Array]:
    """The indices of segments in a loop over segments, and their offsets."""
    return {each.index: each.offsets for each in segments_in(loop)}


def names_of_segments(loops: Sequence[Loop], names: frozenset[str]) -> frozenset[str]:
    """The numbers of the segments that indices of some names are in."""
    inside = (each for each in loops if isinstance(each, Segment) and str(each.index) in names)
    return frozenset(str(each.row) for each in inside)


def in_segments(old: Loop, new: Loop) -> Iterator[tuple[Loop, Loop]]:
    """Two loops, one over segments and one over what is in these, as two over the segments."""
    for whole, rows in (old, new), (new, old):
        like = next((each for each in segments_in(rows) if each.extent == whole.extent), None)
        if like is not None and _can_split(whole):
            inner = Segment(
                whole.index, whole.extent, whole.body, offsets=like.offsets, row=rows.index
            )
            split = Loop(rows.index, rows.extent, [inner])
            yield (split, new) if whole is old else (old, split)


def _can_split(loop: Loop) -> bool:
    """Whether a loop may be made segment by segment."""
    if isinstance(loop, Segment) or are_steps(loop):
        return False
    kept = any(isinstance(each, Taking) for each in loop.body)
    return not kept and not any(isinstance(each, Product) for each in plain_statements(loop.body))
