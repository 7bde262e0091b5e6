"""Writes to `InOut` parameters, which the emitted text has as variables.

A name of such an array shows every write, so nothing is bound anew. A region says which variables
it writes to, so that the builder can carry what they hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from dslc.ir.diagnostics import Span

from .array_places import places_of
from .frame import Frame
from .kind_parts import computed_leaves, parts
from .kinds import CONTAINERS, Computed, Kind, Maybe, Record, Repeated
from .memory import Memory
from .texts import tuple_text


def written(frame: Frame, memory: Memory) -> None:
    """Note that a variable is written to here."""
    frame.written += memory.variables()


def writes_since(frame: Frame, start: int) -> list[str]:
    """The argument of a region's call that says what it writes to; none where it is nothing.

    `start` is how many writes there were before it.
    """
    memories = {id(memory): memory for memory in frame.written[start:]}
    texts: list[str] = []
    for memory in memories.values():
        found = [text for kind in frame.environment.values() for text in _texts(kind, memory)]
        texts += found if memory.many else found[:1]
    for kind in frame.environment.values():
        texts = _together(texts, kind)
    return [f"writes={tuple_text(list(dict.fromkeys(texts)))}"] if texts else []


def _together(texts: list[str], kind: Kind) -> list[str]:
    """These, with a struct in place of its arrays where all of them are there."""
    if not isinstance(kind, Record):
        return texts
    own = {leaf.text for leaf in computed_leaves(kind)}
    if kind.text and len(own) > 1 and own <= set(texts):
        return [kind.text if text in own else text for text in texts]
    for part in parts(kind):
        texts = _together(texts, part)
    return texts


def _texts(kind: Kind, memory: Memory) -> Iterator[str]:
    """What gives a variable in the emitted text, or all items that it may be one of."""
    if isinstance(kind, Computed):
        if memory in _variables(kind):
            yield kind.text
    elif isinstance(kind, Repeated):
        if any(memory in _variables(leaf) for leaf in computed_leaves(kind.item)):
            yield kind.text
    elif isinstance(kind, CONTAINERS | Maybe):
        for part in parts(kind):
            yield from _texts(part, memory)


def _variables(leaf: Computed) -> list[Memory]:
    return leaf.memory.variables() if leaf.memory is not None else []


def check_write(frame: Frame, memory: Memory, span: Span) -> bool:
    """Whether nothing that is read later, and cannot show it, shares memory with what is written.

    Reports the name that does.
    """
    frame.stored.append(memory)
    places = {place.text for place in places_of(frame, memory) if place.home is frame.home}
    for name, kind in frame.environment.items():
        if name not in frame.live_now and name.isidentifier():
            continue
        for leaf in computed_leaves(kind):
            if leaf.memory is None or leaf.memory.is_variable:
                continue
            if (
                leaf.memory is memory
                and name.isidentifier()
                and (isinstance(kind, Computed) or leaf.text in places)
            ):
                continue  # it is bound anew
            if leaf.memory.overlaps(memory):
                _refuse(frame, name, span)
                return False
    return True


def _refuse(frame: Frame, name: str, span: Span) -> None:
    told, copied = f"`{name}`", f"let `{name}` be a copy"
    if not name.isidentifier():  # what a loop goes over, or a list of the caller
        told, copied = "an array around this line", "go over a copy, or write to one"
    message = f"{told} may share memory with what is written to here, and is read later"
    frame.refuse("ambiguous-write", message, span, help=copied)


def check_write_of_call(frame: Frame, memory: Memory, span: Span) -> bool:
    """The same for a write by a call, which may stand between parts of one expression."""
    if any(other.overlaps(memory) for other in frame.held):
        frame.refuse(
            "ambiguous-write",
            "this call writes to an array, and the statement has taken a view of it before",
            span,
            help="call it in a statement of its own",
        )
        return False
    return check_write(frame, memory, span)
