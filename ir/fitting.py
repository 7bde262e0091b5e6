"""Fitting: a search for places of rows below a given height.

Rows are placed from low to high, each on top of what it overlaps in time. It is enough to look at
these packings: whatever lies in the air can be moved down. The idea, and the ways to see early that
a packing cannot be finished, are those of Moffitt, "MiniMalloc", ASPLOS 2023:

- of rows that do not overlap and could come in any order, only one order is tried;
- a row never lies where another one would fit below it later;
- where nothing can lie lower than somewhere, the room below is lost, and what is left to place
  above that must fit under the height;
- what falls apart into times that no row crosses is solved part by part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from .placing import Numbers
from .search_budget import Budget


class Outcome(Enum):
    """What a search found out."""

    FITS = auto()
    NEVER_FITS = auto()
    GAVE_UP = auto()


class Rows(NamedTuple):
    """Rows whose times are numbered from 0 to `times`, each live in `start <= t < end`.

    What happens between two of the times does not matter; `lengths` has how long rows are live.
    """

    starts: Numbers
    ends: Numbers
    sizes: Numbers
    lengths: Numbers
    times: int

    def loads(self) -> Numbers:
        """What the rows take at each time."""
        changes = np.zeros(self.times + 1, np.int64)
        np.add.at(changes, self.starts, self.sizes)
        np.subtract.at(changes, self.ends, self.sizes)
        return changes.cumsum()[: self.times]


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows that are left to place, at times that hold together.

    Attributes:
        rows: in the order in which they are tried.
        first: the first time; the arrays below are of the times from there on.
        tops: how far rows reach that are placed.
        floors: below which nothing that is left can lie.
        loads: what is left to place.
        least: below which each of the rows cannot lie.
        origin: the number of the choice from which this part comes, -1 at the beginning.
    """

    rows: Numbers
    first: int
    tops: Numbers
    floors: Numbers
    loads: Numbers
    least: Numbers
    origin: int


_Pending: TypeAlias = "tuple[_Part, _Pending] | None"


class _Choice(NamedTuple):
    """Where a search can go on: with other rows of a part, and the parts after it."""

    part: _Part
    floors: Numbers
    candidates: Iterator[tuple[int, int]]
    pending: _Pending


class Fitting:
    """A search for places of rows below a height.

    Attributes:
        offsets: of the rows, where they fit.
        failures: how often a time was what could not be finished.
    """

    def __init__(self, rows: Rows) -> None:
        self.offsets = np.zeros(len(rows.sizes), np.int64)
        self.failures = np.zeros(rows.times)
        self._rows = rows
        self._loads = rows.loads()
        self._levels = np.frexp(rows.ends - rows.starts)[1].astype(np.int64) - 1
        self._tails = rows.ends - (1 << self._levels)

    def run(self, height: int, order: Numbers, retreats: int, budget: Budget) -> Outcome:
        """Search with rows tried in this order.

        Gives up where it had to go back so often, or nothing is left of the budget.
        """
        self._height = height
        zeros = np.zeros_like(self._loads)
        if self._loads.max(initial=0) > height:
            return Outcome.NEVER_FITS
        begin = _Part(order, 0, zeros, zeros, self._loads, np.zeros_like(order), -1)
        pending: _Pending = None
        for part in reversed(self._split(begin)):
            pending = (part, pending)
        choices: list[_Choice] = []
        while pending is not None:
            if not budget.go_on():
                return Outcome.GAVE_UP
            part, pending = pending
            choices.append(self._choice(part, pending))
            while (placing := next(choices[-1].candidates, None)) is None:
                retreats -= 1
                if retreats < 0:
                    return Outcome.GAVE_UP
                del choices[choices[-1].part.origin + 1 :]
                if not choices:
                    return Outcome.NEVER_FITS
            choice = choices[-1]
            pending = choice.pending
            for left in self._place(choice, *placing, len(choices) - 1):
                pending = (left, pending)
        return Outcome.FITS

    def _choice(self, part: _Part, pending: _Pending) -> _Choice:
        """The rows of a part that can be placed next, the lowest first."""
        rows = part.rows
        starts = self._rows.starts[rows] - part.first
        tails = self._tails[rows] - part.first
        levels = self._levels[rows]
        on_top, lowest = _most(np.stack((part.tops, part.floors)), levels, starts, tails)
        lowest = np.maximum(lowest, part.least)
        floors = np.maximum(part.floors, _least(lowest, levels, starts, tails, len(part.tops)))
        if self._lost(floors, part):
            return _Choice(part, floors, iter(()), pending)
        numbers = np.flatnonzero(lowest == on_top)
        offsets = lowest[numbers]
        # Where another row fits below it, that one has to come first.
        below = offsets < (on_top + self._rows.sizes[rows]).min()
        # What is left has to fit above.
        hardest = int(part.loads.argmax())
        fit = offsets <= self._height - part.loads[hardest]
        self.failures[part.first + hardest] += np.count_nonzero(below & ~fit)
        chosen = np.flatnonzero(below & fit)
        chosen = chosen[np.argsort(offsets[chosen], kind="stable")]
        found = zip(numbers[chosen].tolist(), offsets[chosen].tolist(), strict=True)
        return _Choice(part, floors, found, pending)

    def _lost(self, floors: Numbers, part: _Part) -> bool:
        """Whether what is left is more than there is room for."""
        over = floors + part.loads > self._height
        if not over.any():
            return False
        self.failures[part.first + int(over.argmax())] += 1
        return True

    def _place(self, choice: _Choice, number: int, offset: int, origin: int) -> list[_Part]:
        """What is left after a row is placed."""
        part = choice.part
        row = part.rows[number]
        top = offset + int(self._rows.sizes[row])
        start, end = int(self._rows.starts[row]), int(self._rows.ends[row])
        here = slice(start - part.first, end - part.first)
        self.offsets[row] = offset
        tops, floors, loads = part.tops.copy(), np.maximum(choice.floors, offset), part.loads.copy()
        tops[here] = floors[here] = top
        loads[here] -= top - offset
        # A row that could have come before, and lies apart, has to wait until it lies higher.
        before = part.rows[:number]
        apart = (self._rows.starts[before] >= end) | (self._rows.ends[before] <= start)
        least = np.concatenate((part.least[:number], part.least[number + 1 :]))
        np.maximum(least, offset, out=least)
        np.maximum(least[:number], apart + offset, out=least[:number])
        rows = np.concatenate((before, part.rows[number + 1 :]))
        return self._split(_Part(rows, part.first, tops, floors, loads, least, origin))

    def _split(self, part: _Part) -> list[_Part]:
        """The parts that no row crosses, without what is over."""
        if not len(part.rows):
            return []
        times = len(part.loads)
        starts = self._rows.starts[part.rows] - part.first
        ends = self._rows.ends[part.rows] - part.first
        changes = np.bincount(starts + 1, minlength=times + 1)
        changes -= np.bincount(ends, minlength=times + 1)
        cuts = np.flatnonzero(changes.cumsum() <= 0).tolist()
        if len(cuts) == 2:
            return [part]
        found = []
        for one, other in pairwise(cuts):
            if part.loads[one]:
                here, mine = slice(one, other), (starts >= one) & (starts < other)
                arrays = part.tops[here], part.floors[here], part.loads[here]
                rows, least = part.rows[mine], part.least[mine]
                found.append(_Part(rows, part.first + one, *arrays, least, part.origin))
        return found


def _most(heights: Numbers, levels: Numbers, starts: Numbers, tails: Numbers) -> Numbers:
    """The most of each of two heights while each row is live.

    A row's times are two overlapping spans of a power of two, `1 << level`, which begin at `starts`
    and `tails`.
    """
    table = np.empty((int(levels.max()) + 1, *heights.shape), np.int64)
    table[0] = heights
    for level in range(1, len(table)):
        step = 1 << (level - 1)
        narrow, wide = table[level - 1], table[level]
        np.maximum(narrow[:, :-step], narrow[:, step:], out=wide[:, :-step])
    found: Numbers = np.maximum(table[levels, :, starts], table[levels, :, tails]).T
    return found


def _least(
    lowest: Numbers, levels: Numbers, starts: Numbers, tails: Numbers, times: int
) -> Numbers:
    """At each time, the least offset of the rows that are live then."""
    most = int(levels.max())
    table: Numbers = np.full((most + 1, times), np.iinfo(np.int64).max)
    np.minimum.at(table, (levels, starts), lowest)
    np.minimum.at(table, (levels, tails), lowest)
    for level in range(most, 0, -1):
        step = 1 << (level - 1)
        wide, narrow = table[level], table[level - 1]
        np.minimum(narrow, wide, out=narrow)
        np.minimum(narrow[step:], wide[:-step], out=narrow[step:])
    found: Numbers = table[0]
    return found
