"""Where regions end: what names are there, as values of the graph."""

from __future__ import annotations

from dataclasses import replace

from dslc.ir.diagnostics import Span

from .frame import Frame
from .kind_parts import map_leaves, retext
from .kinds import (
    CONTAINERS,
    Built,
    Computed,
    Kind,
    Maybe,
    MaybeUnbound,
    Sized,
    is_number,
    opened,
    type_of_kind,
)
from .live import NameSet
from .outcome import End
from .python_paths import ONE_PATH, meeting


def with_live(frame: Frame, ends: list[End], after: NameSet) -> list[End]:
    """The ends of a region, each with the names that may be read where control goes."""
    found: list[End] = []
    for end in ends:
        live = end.live
        if live is None:  # without a code it just goes on: on other ways it has left before
            ways = end.outcome.ends if end.outcome.exit is not None else ()
            live = after.union(*(frame.live_at(way, after) for way in ways))
        found.append(replace(end, live=live))
    return found


def at_ends(frame: Frame, ends: list[End], span: Span) -> dict[str, Kind]:
    """What names are where a region ends, wherever it does; building chooses among the ends.

    What is not read any more where control goes need not be bound there.
    """
    reaching = [end for end in ends if end.outcome.ends - {"return"}]
    if not reaching:
        return frame.environment
    last = dict(reaching[-1].environment)
    for name in frame.assigned if len(reaching) > 1 else ():
        read = [end.environment for end in reaching if name in (end.live or ())]
        paths = [{name: _value_at(path.get(name))} for path in read]
        last |= meeting(frame, paths, [name], span) if paths else {}
    return last


def _value_at(kind: Kind | None) -> Kind:
    if kind is None or isinstance(kind, MaybeUnbound):
        return MaybeUnbound(ONE_PATH)
    return value_kind(kind)


def value_kind(kind: Kind) -> Kind:
    """A kind as a value of the graph."""
    if isinstance(kind, Built) and is_number(kind.value):
        # Still a constant, which takes the type it is joined with.
        return Computed("", type_of_kind(kind))
    if isinstance(kind, Sized) or (isinstance(kind, Built) and kind.type is not None):
        return Computed("", opened(type_of_kind(kind)))
    if isinstance(kind, Maybe):
        return Built(kind.text)  # a region carries it as what it is
    if isinstance(kind, CONTAINERS):
        return retext(map_leaves(kind, value_kind), "")
    if isinstance(kind, Computed) and kind.memory is not None and kind.memory.is_variable:
        return replace(kind, memory=kind.memory.carried())
    return kind
