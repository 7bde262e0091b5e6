"""Memory plan: where the arrays of a run lie, found before it from the sizes of its arguments."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, TypeAlias

from .dims import Size, evaluate
from .graph import Graph
from .lifetimes import Allocation, Frame, Spots, allocations
from .memory import Row, pack
from .types import TensorType

UNPLANNED = -1
"""The place of an array that finds one when it is allocated."""

MOST_BYTES = 2**48
"""No machine has so many for one array."""

Sizes: TypeAlias = Mapping[str, int]


class Planned(NamedTuple):
    """Where arrays lie for the sizes of one call, in bytes.

    Attributes:
        starts: by the number of what is allocated; some are `UNPLANNED`.
        size: what all those take that are planned.
        bound: what they take at least, whatever the plan.
    """

    starts: tuple[int, ...]
    size: int
    bound: int


class Array(NamedTuple):
    """An array of a run.

    Attributes:
        allocation: what it is, and when it is live.
        size: what it takes; `UNPLANNED` where only the run knows.
        start: where it lies, or `UNPLANNED`.
    """

    allocation: Allocation
    size: int
    start: int


class MemoryPlan:
    """What a run of a graph allocates, and when; the sizes are known at the call.

    Attributes:
        count: how many arrays there are.
        symbols: the names of the graph's symbols that it depends on.
        unknown: the names of sizes in it that only the run knows.
    """

    def __init__(self, graph: Graph, spots: Mapping[Graph, Spots]) -> None:
        self.count = spots[graph].count
        self._allocations = allocations(graph, spots)
        names = set[str]().union(*map(_names, self._allocations))
        self.symbols = tuple(name for name in graph.symbols if name in names)
        self.unknown = tuple(sorted(names.difference(graph.symbols)))

    def at(self, sizes: Sizes, extent: Callable[[int], int], steps: int = 0) -> Planned:
        """The plan for these sizes of the graph's symbols.

        Sizes that only the run finds are not planned, unless they are given too. `extent` is
        what an array of so many bytes takes, `steps` how long to search for a better packing, see
        `pack`.
        """
        return self.drawn(sizes, extent, steps)[0]

    def drawn(
        self, sizes: Sizes, extent: Callable[[int], int], steps: int = 0
    ) -> tuple[Planned, list[Array]]:
        """The plan as in `at`, and all that is allocated."""
        frames: dict[Frame, Sizes] = {}
        rows: dict[int, Row[int]] = {}
        beside: dict[int, int] = {}
        taken: list[int] = []
        for each in self._allocations:
            size = _bytes(each.type, _sizes_of(each.frame, sizes, frames))
            taken.append(UNPLANNED if size is None else extent(size))
            if size is None:
                continue
            row = each.spot, each.first, each.last + 1, taken[-1]
            if each.beside in rows:
                beside[each.spot] = each.beside
                row = _joined(rows[each.beside], row)
            rows[row[0]] = row
        packing = pack(rows.values(), seconds=math.inf, steps=steps)
        starts = [UNPLANNED] * self.count
        for spot, start in packing.offsets.items():
            starts[spot] = start
        for spot, other in beside.items():
            starts[spot] = starts[other]
        every = zip(self._allocations, taken, strict=True)
        arrays = [Array(each, size, starts[each.spot]) for each, size in every]
        return Planned(tuple(starts), packing.peak, packing.bound), arrays


def _joined(one: Row[int], other: Row[int]) -> Row[int]:
    """A row for two arrays of which only one is there."""
    return one[0], min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _names(allocation: Allocation) -> set[str]:
    """The symbols of the outermost frame that a size depends on."""
    names = set[str]().union(*map(_names_in, allocation.type.shape))
    frame = allocation.frame
    while frame.caller is not None:
        inner = [frame.dims[name] for name in names if name in frame.dims]
        names, frame = set[str]().union(*map(_names_in, inner)), frame.caller
    return names


def _names_in(size: Size) -> Collection[str]:
    return () if isinstance(size, int) else size.names


def _sizes_of(frame: Frame, sizes: Sizes, frames: dict[Frame, Sizes]) -> Sizes:
    """The sizes of a frame's symbols that are known."""
    if frame.caller is None:
        return sizes
    if frame not in frames:
        outer = _sizes_of(frame.caller, sizes, frames)
        found = ((name, _number(size, outer)) for name, size in frame.dims.items())
        frames[frame] = {name: number for name, number in found if number is not None}
    return frames[frame]


def _bytes(type_: TensorType, sizes: Sizes) -> int | None:
    numbers = [_number(size, sizes) for size in type_.shape]
    if any(number is None or number < 0 for number in numbers):
        return None
    size = math.prod([number for number in numbers if number is not None])
    size *= type_.dtype.itemsize
    return size if size < MOST_BYTES else None


def _number(size: Size, sizes: Sizes) -> int | None:
    """The number that a size is; None where it is not known or there is none."""
    if isinstance(size, int):
        return size
    if not size.names <= sizes.keys():
        return None
    try:
        return evaluate(size, sizes)
    except ZeroDivisionError:
        return None
