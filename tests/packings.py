"""Rows that are hard to pack: a rectangle cut into pieces at random, so that the best is known."""

from __future__ import annotations

import numpy as np

from dslc.ir.memory import Row

Piece = tuple[int, int, int, int]
"""Where a piece begins and ends in time, and in memory."""


def cut_rectangle(
    random: np.random.Generator, count: int, times: int, height: int
) -> list[Row[int]]:
    """About `count` rows that fill `height` at each of the times, in a random order.

    Pieces are cut in two, or into five around one in the middle, which no straight cuts give.
    """
    pieces: list[Piece] = [(0, times, 0, height)]
    for _ in range(20 * count):
        if len(pieces) >= count:
            break
        areas = np.array([(b - a) * (d - c) for a, b, c, d in pieces], np.float64)
        piece = pieces.pop(int(random.choice(len(pieces), p=areas / areas.sum())))
        pieces += _in_five(random, piece) if random.random() < 0.3 else _in_two(random, piece)
    random.shuffle(pieces)
    return [(row, a, b, d - c) for row, (a, b, c, d) in enumerate(pieces)]


def _in_two(random: np.random.Generator, piece: Piece) -> list[Piece]:
    a, b, c, d = piece
    if random.random() < 0.5 and b - a > 1:
        t = int(random.integers(a + 1, b))
        return [(a, t, c, d), (t, b, c, d)]
    if d - c > 1:
        y = int(random.integers(c + 1, d))
        return [(a, b, c, y), (a, b, y, d)]
    return [piece]


def _in_five(random: np.random.Generator, piece: Piece) -> list[Piece]:
    a, b, c, d = piece
    if b - a < 3 or d - c < 3:
        return [piece]
    t, u = sorted(int(n) for n in random.choice(np.arange(a + 1, b), 2, replace=False))
    y, z = sorted(int(n) for n in random.choice(np.arange(c + 1, d), 2, replace=False))
    return [(a, u, c, y), (u, b, c, z), (t, b, z, d), (a, t, y, d), (t, u, y, z)]


def overlap(rows: list[Row[int]], offsets: dict[int, int]) -> bool:
    """Whether two rows are live at the same time in the same place."""
    for number, (one, start, end, size) in enumerate(rows):
        for other, begin, stop, length in rows[:number]:
            together = max(start, begin) < min(end, stop)
            a, b = offsets[one], offsets[other]
            if together and a < b + length and b < a + size:
                return True
    return False
