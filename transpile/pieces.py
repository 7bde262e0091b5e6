"""What a function with breaks is made of: subgraphs, and the Python between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from dslc.ir.diagnostics import Diagnostic, Span

from .crossing import Typed
from .live import children
from .subgraphs import Part
from .tree import Assign, Constant, Dict, Expression, List, Module, Name, Return, Statement, Tuple


@dataclass(slots=True, eq=False)
class Run:
    """Statements that a subgraph runs.

    Attributes:
        part: what it takes.
        covers: the statements of the source that it stands for.
        outputs: the names that it gives, with their types.
    """

    part: Part
    covers: tuple[Statement, ...]
    outputs: dict[str, Typed] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Computed:
    """An expression in Python that a subgraph computes."""

    expression: Expression
    run: Run


@dataclass(slots=True, eq=False)
class Hoisted:
    """A call in Python that stands before the statement it is in, and the name of its value."""

    name: str
    call: Expression


@dataclass(slots=True, eq=False)
class Kept:
    """A statement that stays Python.

    Attributes:
        refused: why no graph has it; () where it only has too little to do for a graph.
        computed: the expressions in it that subgraphs compute.
        hoisted: the calls in it that stand before it; then these alone are Python.
        blocks: its parts in pieces.
    """

    statement: Statement
    refused: tuple[Diagnostic, ...] = ()
    computed: list[Computed] = field(default_factory=list)
    hoisted: list[Hoisted] = field(default_factory=list)
    blocks: list[list[Piece]] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        """Whether no subgraph is in it."""
        inner = (piece for block in self.blocks for piece in block)
        return not self.computed and all(isinstance(p, Kept) and p.is_plain for p in inner)


Piece: TypeAlias = Run | Kept


@dataclass(frozen=True, slots=True, eq=False)
class Break:
    """A stretch of Python between subgraphs.

    Attributes:
        kept: the statements in it that no graph has.
        before, after: the subgraphs beside it in its block.
    """

    kept: list[Kept]
    before: Run | None
    after: Run | None


def breaks_in(pieces: list[Piece]) -> list[Break]:
    """The breaks of a block and of the blocks in it, in the order of the source.

    Statements without a graph between them are one break. Those that only make lists, say, are none
    before the first graph, and a `return` of names is none after the last one.
    """
    found: list[Break] = []
    stretch: list[Kept] = []
    before: Run | None = None
    for piece in [*pieces, None]:
        if isinstance(piece, Kept):
            stretch += _refused(piece)
            if piece.is_plain:
                continue
        beside = piece if isinstance(piece, Run) else None
        is_idle = _only_returns if piece is None else _is_idle if before is None else None
        if is_idle is None or not all(is_idle(kept.statement) for kept in stretch):
            found += [Break(stretch, before, beside)] if stretch else []
        stretch = []
        before = beside
        if isinstance(piece, Kept):
            found += [each for block in piece.blocks for each in breaks_in(block)]
    return found


def _refused(kept: Kept) -> Iterator[Kept]:
    """The refused statements of a piece that stand in the stretch around it."""
    if kept.refused:
        yield kept
    if kept.is_plain:
        for block in kept.blocks:
            for piece in block:
                if isinstance(piece, Kept):
                    yield from _refused(piece)


def _is_idle(s: Statement) -> bool:
    """Whether a statement only binds names to what it displays."""
    names = isinstance(s, Assign) and all(isinstance(t, Name) for t in s.targets)
    return isinstance(s, Assign) and names and _is_display(s.value)


def _only_returns(s: Statement) -> bool:
    return isinstance(s, Return) and (s.value is None or _is_display(s.value))


def _is_display(e: Expression) -> bool:
    shown = isinstance(e, Name | Constant | Tuple | List | Dict)
    return shown and all(map(_is_display, children(e)))


def reasons(kept: Kept, module: Module) -> list[str]:
    """Why a statement is Python, each reason once, with its code and where it is, if elsewhere."""
    found = []
    for each in kept.refused:
        elsewhere = _elsewhere(kept.statement, each.span, module)
        found.append(f"{' '.join(each.message.split())}{elsewhere} [{each.code}]")
    return list(dict.fromkeys(found))


def _elsewhere(s: Statement, span: Span | None, module: Module) -> str:
    if span is None:
        return ""
    if span.file != module.path:
        return f", in {Path(span.file).name}"
    if s.span.line <= span.line <= s.span.end_line:
        return ""
    start = module.starts[span.line - 1]
    return f", in `{module.text[start:].splitlines()[0].strip()}`"


def runs_in(pieces: list[Piece]) -> Iterator[Run]:
    """All subgraphs, in the order of the source."""
    for piece in pieces:
        if isinstance(piece, Run):
            yield piece
            continue
        yield from (each.run for each in piece.computed)
        for block in piece.blocks:
            yield from runs_in(block)
