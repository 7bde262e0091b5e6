"""Memory: what the arrays of a call take."""

from __future__ import annotations

from typing import NamedTuple


class Memory(NamedTuple):
    """The memory of a call for the arrays that it computes, its arguments left out; in bytes.

    Attributes:
        arena: the piece of memory that the arrays lie in.
        live: the most that values took which were in use at one time, which no arena can be below.
    """

    arena: int
    live: int
