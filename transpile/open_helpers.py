"""The plain helpers that are being walked, each inside of the one that calls it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from .frame import Frame
from .tree import Call, Function

MOST_INLINED = 100
"""How deep plain helpers may call each other."""

Place: TypeAlias = tuple[str, int]
Key: TypeAlias = tuple[Place, str]
"""A helper, and what its text depends on in its arguments."""


def place_of(helper: Function) -> Place:
    """Which function it is."""
    return helper.span.file, helper.start


@dataclass(slots=True)
class OpenHelpers:
    """What is being walked. A helper that calls itself is walked again for other arguments.

    So building ends what it decides: by a number, by how long a list is, by a rank. What it does
    not end meets its own arguments again, or is too deep; it is walked no further, however often
    it calls itself.
    """

    _keys: list[Key] = field(default_factory=list)
    _endless: set[Place] = field(default_factory=set)

    def enter(self, frame: Frame, helper: Function, key: Key, e: Call) -> bool:
        """Whether a helper may be walked, which is then one of these; reports why not."""
        place, _ = key
        if place in self._endless:
            return False
        calls_itself = any(each == place for each, _ in self._keys)
        if key in self._keys or (calls_itself and len(self._keys) >= MOST_INLINED):
            self._endless |= {each for each, _ in self._keys}
            frame.refuse(
                "recursive-call",
                f"`{helper.name}` calls itself, and nothing known while building ends that",
                e.span,
                help="write a loop, or let the length of a list or a rank end it",
            )
            return False
        if len(self._keys) >= MOST_INLINED:
            frame.refuse(
                "too-deep",
                f"plain functions call each other more than {MOST_INLINED} deep",
                e.span,
                help="make one of them a `@graph` function",
            )
            return False
        self._keys.append(key)
        return True

    def leave(self) -> None:
        """The one that was entered last is done."""
        self._keys.pop()
        if not self._keys:
            self._endless.clear()
