"""The graph after each pass as text, and what its lines have to do with each other."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dslc.ir.graph import Graph, Node, Value
from dslc.ir.passes import optimize
from dslc.ir.print import printed_graph
from dslc.ir.print_lines import Piece
from dslc.ir.reading import Reading


class Read(NamedTuple):
    """A value that is read: the number of the piece that gives it, and what it is called."""

    piece: int
    name: str


@dataclass(frozen=True, slots=True)
class Stage:
    """A graph after a pass, or as it was written.

    Attributes:
        name: of the pass, "" for as it was written.
        graph: the graph.
        lines: its text.
        pieces: what the lines show.
        reads: for each piece the values it reads, each as the piece that gives it and its name.
        callees: for each piece that is a call the head of the function that is called.
    """

    name: str
    graph: Graph
    lines: tuple[str, ...]
    pieces: tuple[Piece, ...]
    reads: tuple[tuple[Read, ...], ...]
    callees: dict[int, int]

    def piece_of_row(self) -> dict[int, int]:
        """The number of the piece that each line is part of, lines counted from 0."""
        return {row: i for i, piece in enumerate(self.pieces) for row in piece.rows}

    def piece_of_node(self) -> dict[Node, int]:
        """The number of the piece that each node is."""
        return {p.node: i for i, p in enumerate(self.pieces) if p.node is not None}


def stages(graph: Graph) -> list[Stage]:
    """The graph as it was written, then after each pass."""
    found = [_stage("", graph)]
    optimize(graph, lambda name, after: found.append(_stage(name, after)))
    return found


def _stage(name: str, graph: Graph) -> Stage:
    printed = printed_graph(graph)
    lines = tuple(printed.text.removesuffix("\n").split("\n"))
    heads = {id(piece.graph): i for i, piece in enumerate(printed.pieces) if piece.graph}
    callees = {
        number: heads[id(piece.node.attributes["callee"])]
        for number, piece in enumerate(printed.pieces)
        if piece.node is not None and piece.node.op.name == "call"
    }
    return Stage(name, graph, lines, printed.pieces, tuple(_reads(printed.pieces)), callees)


def _reads(pieces: Sequence[Piece]) -> Iterator[tuple[Read, ...]]:
    reading = None
    given: dict[Value, int] = {}
    names: dict[Value, str] = {}
    for number, piece in enumerate(pieces):
        if piece.graph is not None:
            reading = Reading(piece.graph)
        assert reading is not None, "the head of a function comes first"
        read = [each for each in reading.values(piece.takes) if each[0] in given]
        yield tuple(dict.fromkeys(Read(given[v], names.get(v, text)) for v, text in read))
        reading.bind(piece.gives)
        given.update(dict.fromkeys(piece.gives, number))
        names.update((value, name) for name, value in piece.named)


@dataclass(frozen=True, slots=True)
class Change:
    """A line of a text beside the text before it.

    Attributes:
        row: the number of the line, from 0; None for a line that was left out.
        text: the line.
        new: whether the text before does not have it.
    """

    row: int | None
    text: str
    new: bool


def changes(before: Sequence[str], after: Sequence[str]) -> list[Change]:
    """Every line of the text after, and in their places those of the text before that are gone."""
    same = _common(before, after)
    rest = _common(before[same:][::-1], after[same:][::-1])
    ends = len(before) - rest, len(after) - rest
    # Lines that stand there often, such as empty ones, are junk: they would take quadratic time.
    matcher = difflib.SequenceMatcher(None, before[same : ends[0]], after[same : ends[1]])
    found = [Change(row, after[row], False) for row in range(same)]
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag in ("replace", "delete"):
            found += [Change(None, text, False) for text in before[same + start : same + end]]
        rows = range(same + first, same + last)
        found += [Change(row, after[row], tag != "equal") for row in rows]
    return [*found, *(Change(row, after[row], False) for row in range(ends[1], len(after)))]


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines two texts have in common from their beginnings on."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
