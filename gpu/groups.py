"""Kernels of points whose threads read and write elements side by side, 16 bytes at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dslc.ir.dims import Size
from dslc.ir.nests.language import Array, Let, Loop, Statement, Store, position

BYTES = 16
"""What a thread of a GPU reads or writes at once."""


@dataclass(frozen=True, slots=True)
class Groups:
    """How the trips of the loops of a kernel are grouped.

    Attributes:
        count: the trips of a group.
        place: the number of a trip of all loops, by their indices.
        read: the arrays of which each trip reads the element of its number.
        written: those of which each sets it.
    """

    count: int
    place: Size
    read: tuple[Array, ...]
    written: tuple[Array, ...]


def groups_of(loops: Sequence[Loop], body: Sequence[Statement]) -> Groups | None:
    """The groups of a body; None where a trip sets anything but the elements of its number."""
    place: Size = 0
    for loop in loops:
        place = place * loop.extent + loop.index
    read: dict[Array, None] = {}
    written: dict[Array, None] = {}
    elsewhere: set[Array] = set()
    for each in body:
        if not isinstance(each, Let | Store):
            return None
        for load in each.loads:
            if position(load.indices, load.array.shape) != place:
                elsewhere.add(load.array)
            elif load.array not in written:
                read[load.array] = None
        if isinstance(each, Store):
            if position(each.indices, each.array.shape) != place:
                return None
            written[each.array] = None
    if not written or written.keys() & (read.keys() | elsewhere):
        return None
    widest = max(array.dtype.itemsize for array in (*read, *written))
    return Groups(BYTES // widest, place, tuple(read), tuple(written))
