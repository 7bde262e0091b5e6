"""Interval arithmetic on integers with infinite ends."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

Bound: TypeAlias = int | float
"""An exact int, or plus or minus infinity; no other float."""

Bounds: TypeAlias = tuple[Bound, Bound]
"""The least and the greatest value, both included."""

EVERYTHING: Bounds = (-math.inf, math.inf)


def sum_bounds(parts: Iterable[Bounds]) -> Bounds:
    """Bounds of a sum."""
    low: Bound = 0
    high: Bound = 0
    for part_low, part_high in parts:
        low = -math.inf if -math.inf in (low, part_low) else low + part_low
        high = math.inf if math.inf in (high, part_high) else high + part_high
    return low, high


def multiply_bounds(a: Bounds, b: Bounds) -> Bounds:
    """Bounds of a product of independent factors."""
    corners = [_times(x, y) for x in a for y in b]
    return min(corners), max(corners)


def divide_bounds(a: Bounds, b: Bounds) -> Bounds:
    """Bounds of `a // b` wherever `b` is not 0."""
    low, high = _nonzero(b)
    if low == high == 0:
        return EVERYTHING
    if low > 0:
        corners = [_floor(x, y) for x in a for y in (low, high)]
        return min(corners), max(corners)
    if high < 0:
        return divide_bounds((-a[1], -a[0]), (-high, -low))
    largest = max(abs(a[0]), abs(a[1]))
    return -largest, largest


def modulo_bounds(a: Bounds, b: Bounds) -> Bounds:
    """Bounds of `a % b` wherever `b` is not 0."""
    low, high = _nonzero(b)
    if low == high == 0:
        return EVERYTHING
    least = min(0, low if math.isinf(low) else low + 1)
    greatest = max(0, high if math.isinf(high) else high - 1)
    if a[0] >= 0 and low > 0:
        greatest = min(greatest, a[1])
    return least, greatest


def _nonzero(b: Bounds) -> Bounds:
    """`b` without a 0 at either end; unchanged if that leaves nothing."""
    low, high = b
    if low == 0 and high > 0:
        return 1, high
    if high == 0 and low < 0:
        return low, -1
    return b


def _times(x: Bound, y: Bound) -> Bound:
    if x == 0 or y == 0:
        return 0
    if math.isinf(x) or math.isinf(y):
        return math.inf if (x > 0) == (y > 0) else -math.inf
    return x * y


def _floor(x: Bound, y: Bound) -> Bound:
    """`x // y` in the limit, for `y` above 0."""
    if math.isinf(x):
        return x
    if math.isinf(y):
        return -1 if x < 0 else 0
    return x // y
