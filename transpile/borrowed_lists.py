"""Lists and dicts that a helper is given: what it changes in them shows in its caller.

In the emitted text it is given the very same list, so only the walk must be told. While the helper
is walked, its environment also holds each list under a name that no program can have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from dslc.ir.diagnostics import Span

from .frame import Frame
from .identities import Changeable, changed, check_change, is_changeable
from .kind_parts import map_containers, map_leaves, parts
from .kinds import CONTAINERS, Computed, Kind, Maybe, Repeated, Sequence, Table
from .memory import Identity
from .python_paths import merge


@dataclass(slots=True)
class Borrowed:
    """The lists and dicts in the arguments of a call.

    Attributes:
        lists: those of the caller, in order.
        own: what each is in the helper.
        home: the helper's.
        changes: what they are after the call, by number, where the helper changes them.
    """

    lists: list[Changeable]
    own: dict[Identity, Identity]
    home: object
    changes: dict[int, Kind] = field(default_factory=dict)


def borrow(bound: dict[str, Kind], home: object) -> Borrowed:
    """The lists and dicts in arguments, for a helper with this home."""
    lists: dict[Identity, Changeable] = {}
    for kind in bound.values():
        for found in _lists(kind):
            if found.identity is not None:
                lists.setdefault(found.identity, found)
    own = {identity: Identity(home, borrowed=True) for identity in lists}
    return Borrowed(list(lists.values()), own, home)


def sharing_of_lists(bound: dict[str, Kind]) -> list[int | None]:
    """Which lists and dicts of the arguments are the same; None for those that are not certain."""
    found = [each.identity for kind in bound.values() for each in _lists(kind)]
    order = list(dict.fromkeys(found))
    return [None if identity is None else order.index(identity) for identity in found]


def _lists(kind: Kind) -> Iterator[Changeable]:
    if isinstance(kind, Sequence | Table | Repeated) and is_changeable(kind):
        yield kind
    for part in parts(kind):
        yield from _lists(part)


def in_helper(borrowed: Borrowed, kind: Kind) -> Kind:
    """An argument as the helper has it; a list that only the call has is its own."""
    if not isinstance(kind, CONTAINERS | Maybe):
        return kind
    kind = map_containers(kind, lambda part: in_helper(borrowed, part))
    if not (isinstance(kind, Sequence | Table | Repeated) and is_changeable(kind)):
        return kind
    if kind.identity is not None:
        return replace(kind, identity=borrowed.own[kind.identity])
    return kind if kind.text else replace(kind, identity=Identity(borrowed.home))


def hide(frame: Frame, borrowed: Borrowed) -> None:
    """Let the helper's environment hold its caller's lists."""
    numbers = {own: number for number, own in enumerate(borrowed.own.values())}
    for found in [each for kind in frame.environment.values() for each in _lists(kind)]:
        if found.identity in numbers:
            frame.environment.setdefault(_hidden(numbers[found.identity]), found)


def _hidden(number: int) -> str:
    return f"<{number}>"


def note_changes(frame: Frame, borrowed: Borrowed, span: Span) -> None:
    """Note what the helper has changed, now that it is walked."""
    for number in range(len(borrowed.lists)):
        name = _hidden(number)
        if name not in frame.assigned:
            continue
        last = frame.environment[name]
        for end in frame.left_with:
            last = merge(frame, last, end[name], name, span)
        borrowed.changes[number] = last


def in_caller(frame: Frame, borrowed: Borrowed, kind: Kind) -> Kind:
    """A helper's kind as its caller has it: lists that the helper made are new ones."""
    outer = {own: identity for identity, own in borrowed.own.items()}
    made: dict[Identity, Identity] = {}

    def renewed(part: Kind) -> Kind:
        if not isinstance(part, CONTAINERS | Maybe):
            return part
        part = map_containers(part, renewed)
        if not isinstance(part, Sequence | Table | Repeated) or part.identity is None:
            return part
        identity = outer.get(part.identity)
        if identity is None and part.identity.home is borrowed.home:
            identity = made.setdefault(part.identity, Identity(frame.home))
        return replace(part, identity=identity)

    return renewed(kind)


def apply_changes(frame: Frame, borrowed: Borrowed, span: Span) -> bool:
    """Let the caller's lists be what the helper made of them; False after a refusal."""
    for number, kind in borrowed.changes.items():
        given = borrowed.lists[number]
        if not check_change(frame, given, span):
            return False
        changed(frame, given, map_leaves(in_caller(frame, borrowed, kind), _returned))
    return True


def _returned(leaf: Kind) -> Kind:
    """The caller's own array, where it is one."""
    memory = leaf.memory if isinstance(leaf, Computed) else None
    lent = memory is not None and memory.origin in ("parameter", "inout") and len(memory.bases) == 1
    if not isinstance(leaf, Computed) or memory is None or not lent:
        return leaf
    return replace(leaf, memory=memory.bases[0])
