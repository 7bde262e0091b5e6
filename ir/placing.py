"""Placing: rows go into memory one after the other, each into the smallest gap that holds it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = "npt.NDArray[np.int64]"


def placed(starts: Numbers, ends: Numbers, sizes: Numbers, bound: int) -> Numbers:
    """Where rows lie that are live in `start <= t < end`, so that none overlap in time and place.

    First the largest come first, and where that takes more than `bound`, those that are live
    first; the better of the two counts. Pisarchyk and Lee, 2020, compare such orders.
    """
    found = _in_order(starts, ends, sizes, np.lexsort((starts, -sizes)))
    if peak(found, sizes) > bound:
        other = _in_order(starts, ends, sizes, np.argsort(starts, kind="stable"))
        if peak(other, sizes) < peak(found, sizes):
            return other
    return found


def peak(offsets: Numbers, sizes: Numbers) -> int:
    """How far the rows reach."""
    return int(np.max(offsets + sizes, initial=0))


def _in_order(starts: Numbers, ends: Numbers, sizes: Numbers, order: Numbers) -> Numbers:
    offsets = np.zeros(len(sizes), np.int64)
    for count, row in enumerate(order.tolist()):
        others = order[:count]
        beside = others[(starts[others] < ends[row]) & (ends[others] > starts[row])]
        beside = beside[np.argsort(offsets[beside], kind="stable")]
        begins, stops = offsets[beside], offsets[beside] + sizes[beside]
        offsets[row] = _gap(begins.tolist(), stops.tolist(), int(sizes[row]))
    return offsets


def _gap(begins: Sequence[int], stops: Sequence[int], size: int) -> int:
    """Where the smallest gap begins that holds a size, between what is taken; else the end."""
    best, least, end = -1, 0, 0
    for begin, stop in zip(begins, stops, strict=True):
        if begin - end >= size and (best < 0 or begin - end < least):
            best, least = end, begin - end
        end = max(end, stop)
    return end if best < 0 else best
