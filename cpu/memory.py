"""Where the arrays of calls lie: the plans of a kernel, by sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from dslc.ir.memory_plan import MemoryPlan

LINE = 64
"""The bytes of a cache line."""

MOST_PLANS = 1000
"""How many a kernel keeps."""

AT_COMPILING = 2000
"""How many steps to search for a plan that is made once, beside compiling."""

AT_CALL = 300
"""And for one that a call waits for: some milliseconds, where the greedy plan wastes memory."""


class Advice(NamedTuple):
    """A memory plan as kernels read it: an integer for each array, at an address."""

    owner: np.ndarray
    address: int
    size: int

    @classmethod
    def of(cls, starts: Sequence[int], size: int) -> Advice:
        """Of where each array starts, and the bytes of all."""
        owner = np.array(starts, np.int64)
        return cls(owner, owner.ctypes.data, size)


class Plans:
    """The plans for the sizes of calls, kept for the next calls of these sizes.

    Where no size depends on the call, there is one plan, for which the search may take longer.
    """

    def __init__(self, plan: MemoryPlan) -> None:
        self._plan = plan
        self._kept: dict[tuple[int, ...], Advice] = {}
        if not plan.symbols:
            self._add((), {}, AT_COMPILING)

    def at(self, sizes: Mapping[str, int]) -> Advice:
        """The plan for the sizes of the graph's symbols."""
        key = tuple([sizes[symbol] for symbol in self._plan.symbols])
        return self._kept.get(key) or self._add(key, sizes, AT_CALL)

    def _add(self, key: tuple[int, ...], sizes: Mapping[str, int], steps: int) -> Advice:
        starts, size, _ = self._plan.at(sizes, extent, steps)
        if len(self._kept) >= MOST_PLANS:
            self._kept.clear()
        self._kept[key] = Advice.of(starts, size)
        return self._kept[key]


def extent(size: int) -> int:
    """What an array of so many bytes takes: `Buffer::extent` of `rt/arena.h`."""
    return LINE + -(-size // LINE) * LINE
