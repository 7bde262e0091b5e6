"""A text with pieces of it replaced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Change(NamedTuple):
    """Offsets in a text, and what comes between them."""

    start: int
    end: int
    replacement: str


def splice(text: str, changes: Iterable[Change]) -> str:
    """The text with changes that do not overlap; insertions at one place stand as they come."""
    parts: list[str] = []
    position = 0
    for start, end, replacement in sorted(changes, key=lambda change: change[:2]):
        parts += [text[position:start], replacement]
        position = end
    return "".join([*parts, text[position:]])
