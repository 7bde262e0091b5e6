"""Memory: what the arrays of a call take, and where arrays lie in one piece of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from .fitting import Fitting, Rows
from .packing_search import improved
from .placing import peak, placed
from .search_budget import Budget

Id = TypeVar("Id", bound=Hashable)

Row: TypeAlias = tuple[Id, int, int, int]
"""An array: its id, when it begins and ends to be live, and its size in bytes."""

MOST = 2**62
"""More than any memory has, and any search has steps."""


class Memory(NamedTuple):
    """The memory of a call for the arrays that it computes, its arguments left out; in bytes.

    Attributes:
        arena: the piece of memory that the arrays lie in.
        live: the most that values took which were in use at one time, which no arena can be below.
    """

    arena: int
    live: int


class Packing(NamedTuple, Generic[Id]):
    """Where arrays lie, so that none that are live at the same time overlap; in bytes.

    Attributes:
        offsets: of each array, by its id.
        peak: the piece of memory that holds them.
        bound: the most that is live at one time, which no packing can be below.
    """

    offsets: dict[Id, int]
    peak: int
    bound: int


def pack(rows: Iterable[Row[Id]], seconds: float = 1.0, steps: int = MOST) -> Packing[Id]:
    """Put arrays into one piece of memory that is as small as can be found.

    First each goes into the smallest gap that holds it, see `placing`; where that takes more than
    the bound, a search goes on for so long (`packing_search`), which never makes it worse.

    Args:
        rows: `(id, start, end, size)` of arrays, each live in `start <= t < end`.
        seconds: how long to search, 0 for not at all.
        steps: how many steps to search at most; with these alone the result does not depend on
            the machine.

    Raises:
        ValueError: where a size is negative, an id comes twice, or the sizes are more than 2^62.

    >>> pack([("a", 0, 2, 8), ("b", 1, 3, 4), ("c", 2, 4, 8)])
    Packing(offsets={'a': 0, 'b': 8, 'c': 0}, peak=12, bound=12)
    """
    every = _checked(rows)
    offsets = {row[0]: 0 for row in every}
    taken = [row for row in every if row[3] > 0 and row[1] < row[2]]
    table = np.array([row[1:] for row in taken], np.int64).reshape(-1, 3)
    times = np.unique(table[:, :2])
    starts, ends = np.searchsorted(times, table[:, :2].T)
    sizes, lengths = table[:, 2], table[:, 1] - table[:, 0]
    whole = Rows(starts, ends, sizes, lengths, max(0, len(times) - 1))
    bound = int(whole.loads().max(initial=0))
    found = placed(starts, ends, sizes, bound)
    if seconds > 0 and steps > 0 and peak(found, sizes) > bound:
        fitting = _fitting(seconds)  # which may be compiled first
        budget = Budget(steps, time.monotonic() + seconds)
        found = improved(whole, found, budget, fitting)
    offsets.update(zip((row[0] for row in taken), found.tolist(), strict=True))
    return Packing(offsets, peak(found, sizes), bound)


def _fitting(seconds: float) -> Callable[[Rows], Fitting]:
    """What searches: native code where time ends it, which then is worth compiling."""
    if seconds == math.inf:
        return Fitting
    from .native_fitting import fastest_fitting

    return fastest_fitting


def _checked(rows: Iterable[Row[Id]]) -> list[Row[Id]]:
    every = list(rows)
    if len({row[0] for row in every}) < len(every):
        raise ValueError("rows of one packing have different ids")
    if any(row[3] < 0 for row in every):
        raise ValueError("a size is negative")
    if sum(row[3] for row in every) > MOST:
        raise ValueError("sizes are more than any memory has")
    return every
