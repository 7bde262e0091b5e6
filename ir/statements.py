"""Which statement of the source runs while a text builds a graph."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import CodeType, FrameType

from .graph import Graph
from .place import Place, listing

_OURS = "dslc."
"""What the names of our own modules begin with."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """What a function of the text is doing: a statement of the source, begun at this line."""

    function: CodeType | None
    text: str = ""
    at: int = 0


class Statements:
    """Follows the functions of a text that run, and the statements they are at."""

    graph: Graph

    def __init__(self) -> None:
        # Of the running functions, innermost last; some may have returned.
        self._statements: tuple[_Statement, ...] = (_Statement(None),)

    def end(self, function: CodeType) -> Place:
        """The last statement of the graph's own function, at the end of the text of that."""
        own, emitted = self._statements[:2][-1], function.co_filename
        line = listing(emitted).ends.get(function.co_firstlineno, own.at)
        return Place(self.graph.source, own.text, emitted, own.at, line)

    def begin_function(self, frame: FrameType) -> None:
        """A function of the text begins: the graph's own, or one that it calls."""
        self._running(frame)
        self._statements += (_Statement(frame.f_code),)

    def begin_statement(self, text: str, frame: FrameType) -> None:
        """A statement of the function that runs in this frame begins."""
        running = self._running(frame)
        begun = _Statement(running.function, text, frame.f_lineno)
        self._statements = (*self._statements[:-1], begun)

    def _running(self, frame: FrameType) -> _Statement:
        """The statement of the innermost function of the text that has not returned."""
        while not _is_within(frame, self._statements[-1].function):
            self._statements = self._statements[:-1]
        return self._statements[-1]

    def way_to(self, place: Place) -> tuple[object, ...]:
        """The statements on the way to a place: another call of a function is another way."""
        return (*((each.function, each.at) for each in self._statements), place.line)

    def _place(self) -> Place:
        """The statement and the emitted line that is being run: the nearest frame outside dslc."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_OURS):
            frame = frame.f_back
        emitted, line = frame.f_code.co_filename, frame.f_lineno
        running = self._running(frame)
        return Place(self.graph.source, running.text, emitted, running.at, line)


def _is_within(frame: FrameType, function: CodeType | None) -> bool:
    """Whether a frame belongs to a function, or to what that calls; all do to None."""
    if function is None:
        return True
    caller: FrameType | None = frame
    while caller is not None and caller.f_code is not function:
        caller = caller.f_back
    return caller is not None
