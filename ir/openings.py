"""Sizes that only the run of a node knows: what its type rule opens."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from .dims import LARGEST, Dim, Size, symbol


@dataclass(frozen=True, slots=True)
class Opening:
    """An open size.

    Attributes:
        dim: stands for it in the types that the rule gives.
        low: a size that it is not less than.
        high: a size that it is not greater than.
        counts: the number of the operand whose true elements it counts, if it counts some.
        key: what else it follows from, None for nothing that could come again.
    """

    dim: Dim
    low: Size
    high: Size
    counts: int | None
    key: Hashable


class Openings:
    """The open sizes of types while a rule makes them, and those that have dims already.

    Attributes:
        known: the dims of open sizes that may come again, by what they follow from.
    """

    def __init__(self) -> None:
        self.known: dict[Hashable, Size] = {}
        self._opened: list[Opening] = []

    def open(
        self,
        low: Size = 0,
        high: Size = LARGEST,
        *,
        counts: int | None = None,
        key: Hashable = None,
    ) -> Dim:
        """A size that only the run of a node knows, for the type rule of its op.

        Args:
            low: it is not less.
            high: it is not greater.
            counts: the number of the operand whose true elements it counts: every node that counts
                those of the same value gives the same size.
            key: sizes that it follows from; the same ones give the same size.
        """
        dim = symbol(f"<open {len(self._opened)}>")
        self._opened.append(Opening(dim, low, high, counts, key))
        return dim

    def take_opened(self) -> list[Opening]:
        """The sizes that were opened since the last time."""
        opened, self._opened = self._opened, []
        return opened
