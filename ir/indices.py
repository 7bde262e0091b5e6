"""The index of a `for` as a dim: what follows for it, and from it, of the bounds of its range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .comparison import Comparison
from .dims import Dim, Size, dim_max, dim_min, symbols
from .graph import Operand, as_size, type_of
from .ops.rules import int_bounds


def index_interval(trips: Sequence[Operand]) -> tuple[int, int]:
    """The least and the greatest index of a range, as far as the types of its bounds tell.

    Args:
        trips: start, stop and step; one trip or more is made.
    """
    (start, first), (stop, last), (step, most) = (_interval(bound) for bound in trips)
    up, down = (start, last - 1), (stop + 1, first)
    if step > 0:
        return up
    return down if most < 0 else (min(up[0], down[0]), max(up[1], down[1]))


def _interval(bound: Operand) -> tuple[int, int]:
    low, high = int_bounds(type_of(bound))
    return int(low), int(high)


@dataclass(frozen=True, slots=True)
class Trips:
    """The trips over a range.

    Attributes:
        index: of a trip.
        start: where the range starts, None where that is no size; so are the others.
        stop: where it stops.
        step: from index to index.
    """

    index: Dim
    start: Size | None
    stop: Size | None
    step: Size | None

    @classmethod
    def over(cls, index: Dim, bounds: Sequence[Operand]) -> Trips:
        """Those of an index over a range with these bounds."""
        start, stop, step = map(as_size, bounds)
        return cls(index, start, stop, step)

    def facts(self) -> list[Comparison]:
        """What holds of the index in a trip."""
        if isinstance(self.step, int) and self.step:
            return self._facts_of_step(self.step)
        if self.start is None or self.stop is None:
            return []
        least = dim_min(self.start, self.stop + 1)
        greatest = dim_max(self.start, self.stop - 1)
        return [Comparison("<=", least, self.index), Comparison("<=", self.index, greatest)]

    def _facts_of_step(self, step: int) -> list[Comparison]:
        index, start, stop = self.index, self.start, self.stop
        found = []
        if start is not None:
            found.append(_in_order("<=", start, index, step))
        if stop is not None:
            found.append(_in_order("<", index, stop, step))
        if abs(step) > 1 and start is not None:
            found.append(Comparison("==", (index - start) % abs(step), 0))
            if stop is not None:
                last = start + step * (_length(start, stop, step) - 1)
                found.append(_in_order("<=", index, last, step))
        if isinstance(start, int) and isinstance(stop, int):
            found.append(_in_order("<", start, stop, step))  # alone it tells that no trip is made
        return found

    def before(self) -> Size | None:
        """How many trips are made before the one of the index.

        None where that is no size, or where the index does not tell: of a loop of at most one trip
        it is 0, as a number, and says nothing of the loop's end.
        """
        if self.start is None or self.stop is None or not isinstance(self.step, int):
            return None
        made = (self.index - self.start) // self.step if self.step else 0
        return made if str(self.index) in symbols(made) else None

    # --- what the index is, for what depends on it ------------------------------------------------

    def at_first(self) -> dict[str, Size]:
        """In the first trip."""
        return {} if self.start is None else {str(self.index): self.start}

    def at_next(self) -> dict[str, Size]:
        """In the next trip."""
        return {} if self.step is None else {str(self.index): self.index + self.step}

    def at_end(self) -> dict[str, Size]:
        """In the trip after the last, which is not made."""
        if self.start is None or self.stop is None or not isinstance(self.step, int):
            return {}
        trips = count_trips(self.start, self.stop, self.step)
        return {str(self.index): self.start + self.step * trips}


def _in_order(relation: Literal["<", "<="], a: Size, b: Size, step: int) -> Comparison:
    """That `a` comes before `b` in a range that goes up, or down."""
    return Comparison(relation, *((a, b) if step > 0 else (b, a)))


def _length(start: Size, stop: Size, step: int) -> Size:
    """How many trips a range makes, where it makes any."""
    return (stop - start + step - (1 if step > 0 else -1)) // step


def count_trips(start: Size, stop: Size, step: int) -> Size:
    """How many trips a range makes."""
    return dim_max(_length(start, stop, step), 0)
