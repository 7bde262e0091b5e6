"""The memory that the calls of a kernel take in turn."""

from __future__ import annotations

import os
from collections import deque
from typing import NamedTuple

import numpy as np

LINE = 64
"""The bytes of a cache line."""


class Piece(NamedTuple):
    """A piece of memory: its size from an address on that is a multiple of `LINE`."""

    owner: np.ndarray
    address: int
    size: int


class Pool:
    """Pieces of memory for arrays, kept between calls: one for each call that runs at a time.

    Every piece is as large as any call needed so far; pages that no call writes to cost nothing.
    """

    def __init__(self) -> None:
        # Taking from an end of a deque and adding to one are atomic.
        self._free: deque[Piece] = deque(maxlen=os.cpu_count())
        self._most = 0

    def take(self) -> Piece:
        """A piece that nobody else has."""
        try:
            piece = self._free.pop()
        except IndexError:
            return _piece(self._most)
        return piece if piece.size >= self._most else _piece(self._most)

    def give_back(self, piece: Piece, needed: int) -> None:
        """Keep the memory of a call, which needed so many bytes."""
        self._most = max(self._most, needed)
        self._free.append(piece)


def _piece(size: int) -> Piece:
    owner = np.empty(size + LINE, np.uint8)
    address: int = owner.ctypes.data
    return Piece(owner, address + -address % LINE, size)
