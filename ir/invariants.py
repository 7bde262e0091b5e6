"""What holds of a size that a loop carries, before every trip and after the last.

It is proposed from what a first trip makes of the size, and kept where a trip keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from .comparison import Comparison
from .dims import Dim, Size, dim_max, dim_min, terms_of
from .facts import Facts

MOST = 2**40
"""A size that no array has: below it, what a size can be at most is worth to be known."""


def proposed(
    dim: Dim,
    first: Size,
    second: Size,
    known: tuple[Facts, Facts],
    in_scope: Callable[[Size], bool],
) -> list[Comparison]:
    """What may hold of a size in every trip: it does in the first two.

    Args:
        dim: stands for the size.
        first: what it is before the loop.
        second: what the first trip makes of it.
        known: what is known before the loop, and where the first trip ends.
        in_scope: whether a size may be spoken of before the loop.
    """
    before, after = known
    found: list[Comparison] = []
    if after.answer(Comparison("<=", second, first)):
        found.append(Comparison("<=", dim, first))
        if after.at_least(second, 1):
            found.append(Comparison("<=", dim_min(first, 1), dim))
    elif after.answer(Comparison("<=", first, second)):
        found.append(Comparison("<=", first, dim))
    elif in_scope(second):
        found.append(Comparison("<=", dim_min(first, second), dim))
        found.append(Comparison("<=", dim, dim_max(first, second)))
    most = after.bounds(second)[1]
    if most is not None and most < MOST:
        found.append(Comparison("<=", dim, dim_max(first, most)))
    factor = gcd(_factor(first), _factor(second - first))
    if factor > 1:
        found.append(Comparison("==", dim % factor, 0))
    nothing = Facts()  # what holds of every size
    return [
        each
        for each in dict.fromkeys(found)
        if before.answer(each.substituted({str(dim): first})) and not nothing.answer(each)
    ]


def _factor(size: Size) -> int:
    """The greatest number that a size is a multiple of, by its form; 0 for 0."""
    return gcd(*(number for _, number in terms_of(size)))
