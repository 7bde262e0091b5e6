"""Items of lists and dicts that are arrays: a write to the array sets the item anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .frame import Frame
from .kind_parts import parts
from .kinds import CONTAINERS, Computed, Kind, Maybe, Sequence, Table
from .memory import Memory


class Place(NamedTuple):
    """What gives an array that is in a list, and the region that made the list."""

    text: str
    home: object


def places_of(frame: Frame, memory: Memory) -> list[Place]:
    """The places that hold an array and may be set, each once."""
    named = [kind for name, kind in frame.environment.items() if name.isidentifier()]
    found = (place for kind in named for place in _places(kind, memory))
    return list({place.text: place for place in found}.values())


def _places(kind: Kind, memory: Memory) -> Iterator[Place]:
    if not isinstance(kind, CONTAINERS | Maybe):
        return
    identity = kind.identity if isinstance(kind, Sequence | Table) else None
    for part in parts(kind):
        if isinstance(part, Computed) and part.memory is memory and identity is not None:
            yield Place(part.text, identity.home)
        yield from _places(part, memory)
