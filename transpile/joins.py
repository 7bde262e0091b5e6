"""What names are where paths meet, between subgraphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .crossing import Crossing, SizeNames, Typed, Untyped

Environment: TypeAlias = dict[str, Crossing]

UNBOUND = Untyped("is not bound")
_PERHAPS = Untyped("is bound on some paths only")


def join(sizes: SizeNames, name: str, place: object, sides: Sequence[Crossing]) -> Crossing:
    """What a name is after any of these; `place` is where the paths meet."""
    found = sides[0]
    for other in sides[1:]:
        found = _both(sizes, name, place, found, other)
    return found


def _both(sizes: SizeNames, name: str, place: object, one: Crossing, other: Crossing) -> Crossing:
    if one == other:
        return one
    if isinstance(one, Typed) and isinstance(other, Typed):
        spec = sizes.joined(one.spec, other.spec, name, place)
        if spec is None:
            return Untyped(f"is {one.spec!r} on one path and {other.spec!r} on another")
        text = one.text if one.text == other.text else None
        parameter = one.parameter and other.parameter
        inout, apart = one.inout and other.inout, one.apart and other.apart
        return Typed(spec, text, parameter, inout, apart)
    if one is UNBOUND or other is UNBOUND:
        return _PERHAPS
    return one if isinstance(one, Untyped) else other


def joined(
    sizes: SizeNames,
    place: object,
    before: Environment,
    bound: Iterable[tuple[str, Crossing]],
) -> Environment:
    """What names are in a loop: what they were before it, and whatever they are bound to in it."""
    found = dict(before)
    for name, crossing in bound:
        if name in found:
            found[name] = _both(sizes, name, place, found[name], crossing)
    return found
