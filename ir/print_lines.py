"""Printed text while it grows: indentation, blank lines, type comments, `g.at` groups."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from .graph import Graph, Node, Value
from .place import Place, listing
from .print_literals import quoted
from .print_wrap import INDENT, WIDTH, wrapped

COMMENT_COLUMN = 66

_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some lines of printed text, and what they show.

    Attributes:
        rows: the lines, counted from 0.
        title: their code, on one line.
        place: the statement that they implement.
        gives: the values that they define, hidden ones too.
        named: those of them that stand in the text, by the names that they have there.
        takes: the operands and attributes that they read.
        node: of which they are the call; None for a `def`, a `return` or a statement's beginning.
        graph: of which they are the head.
    """

    rows: range
    title: str
    place: Place
    gives: tuple[Value, ...] = ()
    named: tuple[tuple[str, Value], ...] = ()
    takes: tuple[object, ...] = ()
    node: Node | None = None
    graph: Graph | None = None

    def moved(self, rows: int) -> Piece:
        """The same piece, so many lines further down."""
        return replace(self, rows=range(self.rows.start + rows, self.rows.stop + rows))


class Lines:
    """The lines of one function.

    Attributes:
        words: the identifiers in its code.
        source_lines: of each `g.at`, in the order of the text.
        pieces: what the lines show.
    """

    def __init__(self, depth: int) -> None:
        self.text: list[str] = []
        self.words: set[str] = set()
        self.source_lines: list[int] = []
        self.pieces: list[Piece] = []
        self._depth = depth
        self._joined = True  # whether the next block stands right below the line above
        self._place = Place()

    def at(self, place: Place) -> None:
        """Begin the group of a statement, unless it is the one that stands."""
        if not place.text or _statement(place) == _statement(self._place):
            return
        self.blank()
        row, call = len(self.text), f"g.at({quoted(place.text)})"
        self.text.append(f"{INDENT * self._depth}{call}")
        self.pieces.append(Piece(range(row, row + 1), call, place))
        self.source_lines.append(
            place.number or listing(place.emitted).source_lines.get(place.at, 0)
        )
        self._place = place
        self._joined = False

    def blank(self) -> None:
        """An empty line, unless a block has just begun or one stands there."""
        if not self._joined:
            self.text.append("")
        self._joined = True

    @property
    def room(self) -> int:
        """How many characters fit on a line."""
        return WIDTH - len(INDENT) * self._depth

    def code(self, text: str, comment: str = "") -> range:
        """A statement, broken into lines where it is too long; which lines they are."""
        self.words.update(_WORD.findall(text))
        first, *others = wrapped(text, INDENT * self._depth)
        if comment:
            first = f"{first.ljust(COMMENT_COLUMN - 2)}  # {comment}"
        begin = len(self.text)
        self.text += [first, *others]
        self._joined = False
        return range(begin, len(self.text))

    def line_table(self, numbers: Sequence[int]) -> None:
        """`g.lines(...)`, as many numbers a line as fit."""
        if any(numbers):
            indent = INDENT * self._depth
            call = f"{indent}g.lines({', '.join(map(str, numbers))})"
            self.text += textwrap.wrap(
                call, WIDTH, subsequent_indent=f"{indent}{' ' * len('g.lines(')}"
            )
            self._joined = False

    @contextmanager
    def block(self, head: str, comment: str) -> Iterator[range]:
        """A nested function, its head's lines; what it says of its statements ends with it."""
        self.blank()
        rows = self.code(head, comment)
        place = self._place
        self._depth += 1
        self._joined = True
        yield rows
        self._depth -= 1
        self._place = place
        self._joined = False


def _statement(place: Place) -> tuple[str, str, str, int, int]:
    return place.file, place.text, place.emitted, place.at, place.number
