"""Remarks: what passes did to a graph, and what they could not do and why, by source line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from .place import Place


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that a pass did, or refused to do.

    Attributes:
        by: the name of the pass.
        what: a sentence without its full stop.
        graph: the name of the graph.
        place: the statement that it is about.
    """

    by: str
    what: str
    graph: str
    place: Place

    def __str__(self) -> str:
        line = self.place.source_line
        where = f"{self.place.file}:{line}" if line else self.place.file
        return f"{where}: {self.by}: {self.what}"


@dataclass(slots=True)
class _Listening:
    """Who listens, and which pass works on which graph."""

    remarks: list[Remark]
    by: str = ""
    graph: str = ""


_LISTENING: ContextVar[_Listening | None] = ContextVar("_LISTENING", default=None)


@contextmanager
def collected() -> Iterator[list[Remark]]:
    """The remarks of all passes that run inside, in order."""
    listening = _Listening([])
    token = _LISTENING.set(listening)
    try:
        yield listening.remarks
    finally:
        _LISTENING.reset(token)


@contextmanager
def remarks_of(by: str, graph: str) -> Iterator[None]:
    """Remarks inside are of this pass, on this graph."""
    listening = _LISTENING.get()
    if listening is None:
        yield
        return
    before = listening.by, listening.graph
    listening.by, listening.graph = by, graph
    try:
        yield
    finally:
        listening.by, listening.graph = before


def are_heard() -> bool:
    """Whether anybody listens; remarks that take time to find need not be made otherwise."""
    return _LISTENING.get() is not None


def remark(what: str, place: Place) -> None:
    """Tell what the pass that runs did, or could not do, at a statement; nobody need listen."""
    listening = _LISTENING.get()
    if listening is not None:
        listening.remarks.append(Remark(listening.by, what, listening.graph, place))
