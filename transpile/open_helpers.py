"""The plain helpers that are being walked, each inside of the one that calls it.

One that calls itself is walked in one of two ways. Where numbers of build-time parameters end it,
its text calls itself, as its source does:

    def power(x, k):                           def power_inlined(g, x, k):
        if k == 0:                                 if k == 0:
            return x                                   return x
        return x * power(x, k - 1)                 result_power = power_inlined(g, x, k - 1)
                                                   ...

To know what the inner call gives, it is walked before without it. Where the arguments differ in
form, as lists that get shorter, each form has a text of its own, in which building has decided
every `if` that it can.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .frame import Frame
from .kind_parts import map_leaves
from .kinds import Built, Kind, is_number, opened, type_of_kind
from .likeness import likeness_of, unnumbered
from .tree import Call, Function

MOST_INLINED = 100
"""How deep plain helpers may call each other."""

Place: TypeAlias = tuple[str, int]
Key: TypeAlias = tuple[Place, str]
"""A helper, and what its text depends on in its arguments."""
Way: TypeAlias = Literal["once", "without", "text", "decided"]


def place_of(helper: Function) -> Place:
    """Which function it is."""
    return helper.span.file, helper.start


def with_numbers_open(kind: Kind) -> Kind:
    """A kind whose build-time numbers may be any of their type."""
    return map_leaves(kind, _open_number)


def _open_number(leaf: Kind) -> Kind:
    if isinstance(leaf, Built) and leaf.known and is_number(leaf.value):
        return Built(leaf.text, tight=leaf.tight, type=opened(type_of_kind(leaf)))
    return leaf


def form_of(bound: dict[str, Kind]) -> str:
    """What arguments are alike in, whatever their build-time numbers are."""
    return unnumbered(str([likeness_of(with_numbers_open(kind)) for kind in bound.values()]))


@dataclass(eq=False, slots=True)
class OpenHelper:
    """A helper that is being walked.

    Attributes:
        key: what it is walked for.
        form: what its arguments are, whatever their numbers.
        way: "once" until it calls itself, then "without" what that gives, and with "text" that
            calls itself; or each `if` "decided".
        name: in the emitted text, where that calls itself.
        result: what a call of itself gives.
        writes: to these of the values in its arguments it writes.
        found: what it returns elsewhere.
    """

    key: Key
    form: str
    way: Way = "once"
    name: str = ""
    result: Kind | None = None
    writes: tuple[int, ...] = ()
    found: list[Kind] = field(default_factory=list)


class CallsItself(Exception):
    """A helper that is being walked calls itself, and must be walked another way."""

    def __init__(self, helper: OpenHelper, way: Way) -> None:
        super().__init__(helper.key)
        self.helper = helper
        self.way: Way = way


@dataclass(slots=True)
class OpenHelpers:
    """All that are being walked.

    What nothing ends meets its own arguments again, or is too deep; it is walked no further,
    however often it calls itself.
    """

    _open: list[OpenHelper] = field(default_factory=list)
    _endless: set[Place] = field(default_factory=set)

    @property
    def names(self) -> set[str]:
        """Names in the emitted text that are taken already."""
        return {each.name for each in self._open if each.name}

    def again(self, key: Key, form: str, bound: dict[str, Kind]) -> OpenHelper | None:
        """The helper that is called here again; None where it is walked anew.

        Raises:
            CallsItself: where it must first be walked another way.
        """
        same = [each for each in self._open if each.key[0] == key[0]]
        alike = next((each for each in same if each.form == form and each.way != "decided"), None)
        if alike is not None and alike.way == "once" and any(map(_has_number, bound.values())):
            raise CallsItself(alike, "text")
        if alike is None and same and same[0].way == "once":
            raise CallsItself(same[0], "decided")
        return None if alike is None or alike.way == "once" else alike

    def enter(self, frame: Frame, helper: Function, opened: OpenHelper, e: Call) -> bool:
        """Whether a helper may be walked, which is then one of these; reports why not."""
        place, _ = opened.key
        if place in self._endless:
            return False
        calls_itself = any(each.key[0] == place for each in self._open)
        too_deep = len(self._open) >= MOST_INLINED
        if any(each.key == opened.key for each in self._open) or (calls_itself and too_deep):
            self._endless |= {each.key[0] for each in self._open}
            refuse_endless(frame, helper, e)
            return False
        if too_deep:
            frame.refuse(
                "too-deep",
                f"plain functions call each other more than {MOST_INLINED} deep",
                e.span,
                help="make one of them a `@graph` function",
            )
            return False
        self._open.append(opened)
        return True

    def leave(self) -> None:
        """The one that was entered last is done."""
        self._open.pop()
        if not self._open:
            self._endless.clear()


def refuse_endless(frame: Frame, helper: Function, e: Call) -> None:
    """Report that a helper calls itself for ever, or as the run decides."""
    frame.refuse(
        "recursive-call",
        f"`{helper.name}` calls itself, and nothing known while building ends that",
        e.span,
        help="write a loop, or let a `Static` number, the length of a list or a rank end it",
    )


def _has_number(kind: Kind) -> bool:
    """Whether building may decide by a number in it."""
    return isinstance(kind, Built) and (not kind.known or is_number(kind.value))
