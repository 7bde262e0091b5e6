"""Memory: what the arrays of a call take, and where blocks lie in one piece of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Memory(NamedTuple):
    """The memory of a call for the arrays that it computes, its arguments left out; in bytes.

    Attributes:
        arena: the piece of memory that the arrays lie in.
        live: the most that values took which were in use at one time, which no arena can be below.
    """

    arena: int
    live: int


class Block(NamedTuple):
    """Memory that is needed from one time to another, both included.

    Attributes:
        size: in bytes, 0 or more.
        first: the first time.
        last: the last time.
    """

    size: int
    first: int
    last: int


class Packing(NamedTuple):
    """Where blocks lie, so that none that are needed at the same time overlap; in bytes.

    Attributes:
        starts: of each block.
        size: of the piece of memory that holds them.
        bound: the most that blocks take at one time, which no packing can be below.
    """

    starts: tuple[int, ...]
    size: int
    bound: int


def pack(blocks: Sequence[Block]) -> Packing:
    """Put blocks into one piece of memory that is as small as can be found.

    Each block in turn goes into the smallest gap that it fits in, between the blocks that are
    needed at the same time: first the largest blocks, and where that is not the best there can be,
    first those that are needed first. Pisarchyk and Lee, 2020, compare such orders.

    >>> pack([Block(8, 0, 1), Block(4, 1, 2), Block(8, 2, 3)])
    Packing(starts=(0, 8, 0), size=12, bound=12)
    """
    bound = most_at_once(blocks)
    orders = (lambda n: (-blocks[n].size, blocks[n].first), lambda n: (blocks[n].first, n))
    best = Packing((), -1, bound)
    for order in orders:
        starts = _placed(blocks, sorted(range(len(blocks)), key=order))
        size = max((a + b.size for a, b in zip(starts, blocks, strict=True)), default=0)
        if best.size < 0 or size < best.size:
            best = Packing(tuple(starts), size, bound)
        if best.size == bound:
            break
    return best


def most_at_once(blocks: Sequence[Block]) -> int:
    """The most that blocks take at one time."""
    changes: dict[int, int] = {}
    for block in blocks:
        changes[block.first] = changes.get(block.first, 0) + block.size
        changes[block.last + 1] = changes.get(block.last + 1, 0) - block.size
    most = now = 0
    for time in sorted(changes):
        now += changes[time]
        most = max(most, now)
    return most


def _placed(blocks: Sequence[Block], order: Sequence[int]) -> list[int]:
    """Where each block starts when they are placed in this order."""
    table = np.array(blocks, np.int64).reshape(-1, 3)
    starts = np.zeros(len(blocks), np.int64)
    for count, number in enumerate(order):
        block, others = blocks[number], order[:count]
        first, last = table[others, 1], table[others, 2]
        beside = np.array(others, np.int64)[(first <= block.last) & (last >= block.first)]
        beside = beside[np.argsort(starts[beside], kind="stable")]
        begins, ends = starts[beside], starts[beside] + table[beside, 0]
        starts[number] = _gap(begins.tolist(), ends.tolist(), block.size)
    return [int(start) for start in starts]


def _gap(begins: Sequence[int], ends: Sequence[int], size: int) -> int:
    """Where the smallest gap begins that holds a size, between what is taken; else the end."""
    best, least, end = -1, 0, 0
    for begin, next_end in zip(begins, ends, strict=True):
        if begin - end >= size and (best < 0 or begin - end < least):
            best, least = end, begin - end
        end = max(end, next_end)
    return end if best < 0 else best
