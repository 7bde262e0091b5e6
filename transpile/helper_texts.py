"""Plain helpers as functions of the emitted text, and what was found when they were walked."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from dslc.ir.diagnostics import Diagnostic

from .borrowed_lists import Borrowed, borrow
from .found_helpers import Found
from .frame import Frame, is_data
from .kind_parts import computed_leaves, leaves, map_leaves
from .kinds import POISON, Built, Computed, Kind
from .memory import Memory
from .open_helpers import OpenHelper, place_of
from .tree import Function


@dataclass(slots=True)
class Text:
    """The body of an emitted function: its lines, and the source lines of its `g.at` calls."""

    g: str
    lines: list[str]
    source_lines: list[int]


@dataclass(slots=True)
class HelperText:
    """A helper as a function of the emitted text."""

    name: str
    function: Function
    parameters: list[str]
    text: Text

    def says_the_same(self, other: HelperText) -> bool:
        """Whether one of them is enough; where one calls itself, it does so by its own name."""
        if place_of(self.function) != place_of(other.function):
            return False
        return self.parameters == other.parameters and self._lines() == other._lines()

    def _lines(self) -> list[str]:
        return [re.sub(rf"\b{self.name}\(", "(", line) for line in self.text.lines]


@dataclass(slots=True)
class Walked:
    """A helper walked for arguments of certain kinds, to be used again for others alike."""

    name: str
    result: Kind
    raises: int
    captures: dict[str, Any]
    kept: tuple[str, ...]  # variables around it that its text needs
    writes: tuple[int, ...]  # to these of the values in its arguments, in order
    borrowed: Borrowed
    said: list[Diagnostic]
    never_returns: bool = False
    stores: bool = False  # whether it changes arrays or lists, but for the items of a generator


def nothing(bound: dict[str, Kind], frame: Frame) -> Walked:
    """A helper that was refused."""
    return Walked("", POISON, 0, {}, (), (), borrow(bound, frame.home), [])


def called_again(helper: OpenHelper, bound: dict[str, Kind], frame: Frame) -> Walked:
    """What a helper that is being walked gives where it calls itself."""
    if helper.result is None:
        return nothing(bound, frame)
    own = [leaf.memory for kind in bound.values() for leaf in computed_leaves(kind)]
    bases = tuple(memory for memory in own if memory is not None)
    shared: dict[int, Memory] = {}

    def given(leaf: Kind) -> Kind:
        if not isinstance(leaf, Computed) or leaf.memory is None:
            return leaf
        memory = Memory("call", "what this call gives", bases)
        return replace(leaf, memory=shared.setdefault(id(leaf.memory), memory))

    result = map_leaves(helper.result, given)
    return replace(
        nothing(bound, frame), name=helper.name, result=result, raises=1, writes=helper.writes
    )


def _is_data(kind: Kind) -> bool:
    """Whether data may be in an argument that is no literal."""
    built = (leaf for leaf in leaves(kind) if isinstance(leaf, Built))
    return any(not leaf.known or _may_change(leaf) for leaf in built)


def _may_change(leaf: Built) -> bool:
    return is_data(leaf.value) and leaf.text != repr(leaf.value)


def enter(
    inner: Frame, frame: Frame, found: Found, opened: OpenHelper, bound: dict[str, Kind]
) -> None:
    """Begin to walk a helper that is called from a frame with these arguments."""
    inner.owner = found.owner
    inner.given_data = frame.knows_data and (bool(found.kept) or any(map(_is_data, bound.values())))
    inner.decides = frame.decides or opened.way == "decided" or inner.session.is_library
    inner.probing = frame.probing or opened.way == "without"


def note_effects(walked: Walked, inner: Frame, bound: dict[str, Kind], items: str) -> None:
    """Note what a helper does besides giving a value; `items` are those of a generator."""
    own = [leaf.memory for kind in bound.values() for leaf in computed_leaves(kind)]
    written = {id(base) for memory in inner.written for base in memory.bases}
    walked.writes = tuple(n for n, memory in enumerate(own) if id(memory) in written)
    changed = {name for s in inner.function.body.statements for name in inner.live.changed(s)}
    walked.stores = bool(inner.stored) or not changed <= {items}
    walked.never_returns = inner.never_returns
