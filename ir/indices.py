"""The index of a `for` as a dim: what follows for it from the bounds of its range."""

from __future__ import annotations

from collections.abc import Sequence

from .comparison import Comparison
from .dims import Dim, Size, dim_max, dim_min
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


def index_facts(index: Dim, trips: Sequence[Operand]) -> list[Comparison]:
    """What holds of the index in a trip, where the bounds of the range are sizes."""
    start, stop, step = map(as_size, trips)
    if isinstance(step, int) and step:
        sign = 1 if step > 0 else -1
        found = [_below(start, index, sign), _below(index, stop, sign, strict=True)]
        if abs(step) > 1 and start is not None:
            found.append(Comparison("==", (index - start) % abs(step), 0))
            if stop is not None:
                last = start + ((stop - start + step - sign) // step - 1) * step
                found.append(_below(index, last, sign))
        return [each for each in found if each is not None]
    if start is None or stop is None:
        return []
    least, greatest = dim_min(start, stop + 1), dim_max(start, stop - 1)
    return [Comparison("<=", least, index), Comparison("<=", index, greatest)]


def _below(a: Size | None, b: Size | None, sign: int, *, strict: bool = False) -> Comparison | None:
    """That `a` comes before `b`, or is it, in a range that goes up (or down)."""
    if a is None or b is None:
        return None
    return Comparison("<" if strict else "<=", *((a, b) if sign > 0 else (b, a)))


def _interval(bound: Operand) -> tuple[int, int]:
    low, high = int_bounds(type_of(bound))
    return int(low), int(high)
