"""Packing search: a lower peak than the one that is known, by many short searches.

Whether a search for places below a height finds them depends on the order in which it tries rows:
with the right one it hardly ever goes back, with a wrong one it never ends. So each search may go
back a few times only, by the sequence of Luby, Sinclair and Zuckerman (1993), and the next one has
another order, drawn at random around the good ones. With each order the lowest peak there can be is
tried first, then one between it and what is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .fitting import Fitting, Outcome, Rows
from .placing import Numbers, peak
from .search_budget import Budget

Floats: TypeAlias = "npt.NDArray[np.float64]"

MakeFitting: TypeAlias = Callable[[Rows], Fitting]

MOST_ROWS = 1500
"""More that hold together take too long: each step looks at all that are left."""

FEW = 30
"""How often the shortest search goes back."""

MORE = 5
"""How often the first searches go back, for each row."""


def improved(rows: Rows, offsets: Numbers, budget: Budget, fitting: MakeFitting) -> Numbers:
    """Offsets with a peak that is lower, or the given ones, by searches that `fitting` makes."""
    bound = int(rows.loads().max(initial=0))
    groups = [_Group(rows, mine, offsets, bound, fitting) for mine in _apart(rows)]
    while groups and budget.go_on():
        highest = max(groups, key=lambda group: group.peak)
        if highest.peak <= highest.bound or len(highest.numbers) > MOST_ROWS:
            break
        highest.search(budget)
    found = offsets.copy()
    for group in groups:
        found[group.numbers] = group.offsets
    return found


def _apart(rows: Rows) -> list[Numbers]:
    """The numbers of rows, in groups that are live at different times."""
    order = np.argsort(rows.starts, kind="stable")
    reach = np.maximum.accumulate(rows.ends[order])
    cuts = np.flatnonzero(rows.starts[order][1:] >= reach[:-1]) + 1
    return np.split(order, cuts)


class _Group:
    """Rows that are live at times of their own.

    Attributes:
        numbers: of the rows among all.
        offsets: the best that are known.
        peak: how far these reach.
        bound: a peak that is low enough, or the lowest there can be.
    """

    def __init__(
        self, rows: Rows, numbers: Numbers, offsets: Numbers, bound: int, fitting: MakeFitting
    ) -> None:
        first = rows.starts[numbers].min(initial=rows.times)
        starts, ends = rows.starts[numbers] - first, rows.ends[numbers] - first
        sizes, lengths = rows.sizes[numbers], rows.lengths[numbers]
        self._rows = Rows(starts, ends, sizes, lengths, int(ends.max(initial=0)))
        self._orders = _Orders(self._rows, fitting)
        self._share = 0.5
        self._tries = 0
        self.numbers = numbers
        self.bound = bound
        self._keep(offsets[numbers])

    def _keep(self, offsets: Numbers) -> None:
        self.offsets = offsets
        self.peak = peak(offsets, self._rows.sizes)

    def search(self, budget: Budget) -> None:
        """Search with one more order."""
        order = self._orders.next()
        self._tries += 1
        few = FEW * _luby(self._tries)
        many = max(few, MORE * len(order)) if self._tries <= 2 else few
        between = self.peak - max(1, int((self.peak - self.bound) * self._share))
        for height, retreats in ((self.bound, many), (between, few)):
            fitting = self._orders.fitting
            outcome = fitting.run(height, order, retreats, budget)
            if outcome is Outcome.FITS:
                self._keep(fitting.offsets.copy())
                self._share = 0.5
                return
            if outcome is Outcome.NEVER_FITS:
                self.bound = height + 1
        self._share = max(self._share / 2, 0.1)


def _luby(number: int) -> int:
    """1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ..."""
    while number & (number + 1):
        number -= (1 << (number.bit_length() - 1)) - 1
    return (number + 1) >> 1


class _Orders:
    """Orders in which rows are tried: those at the times that are hardest to fill come first.

    These are the times at which most is live, changed at random and by where searches failed; of
    the rows at one time, those come first that are live for long, take much, or both.

    Attributes:
        fitting: the search that the orders are for, which counts where it fails.
    """

    def __init__(self, rows: Rows, fitting: MakeFitting) -> None:
        self.fitting = fitting(rows)
        self._rows = rows
        self._random = np.random.default_rng(0)
        self._loads = rows.loads() / max(1, int(rows.loads().max(initial=0)))
        self._lengths = rows.lengths.astype(np.float64)
        self._areas = self._lengths * rows.sizes
        self._keys = [self._lengths, self._lengths, self._areas, rows.sizes.astype(np.float64)]
        self._given = 0

    def next(self) -> Numbers:
        """Another order."""
        self._given += 1
        if self._given == 1:
            return np.lexsort((-self._areas, -self._lengths))
        if self._given == 2:
            return self._sorted(self._loads, self._lengths)
        random, failures = self._random, self.fitting.failures
        hard = self._loads * (1 + self._noise(len(failures), 0, 0.02, 0.1, 0.3, 1))
        if random.random() < 0.5:
            hard = hard + 0.5 * failures / max(1.0, failures.max())
        failures *= 0.7
        keys = self._keys[random.integers(len(self._keys))]
        return self._sorted(hard, keys * np.exp(self._noise(len(keys), 0, 0.6, 1.2)))

    def _noise(self, count: int, *most: float) -> Floats:
        """Random numbers between 0 and one of the given."""
        return float(self._random.choice(most)) * self._random.random(count)

    def _sorted(self, hard: Floats, keys: Floats) -> Numbers:
        """By the hardest time of each row, then by the keys; what is most comes first."""
        spans = zip(self._rows.starts.tolist(), self._rows.ends.tolist(), strict=True)
        hardest = np.array([hard[start:end].max() for start, end in spans])
        return np.lexsort((-self._areas, -keys, -hardest))
