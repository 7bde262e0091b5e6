"""Applying the edits of diagnostics to a text."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from dslc.declared_at import shown_path
from dslc.ir.diagnostics import Diagnostic, DslError, Edit, Span
from dslc.transpile import build_module
from dslc.transpile.splice import Change, splice
from dslc.transpile.tree import line_starts


class Fixed(NamedTuple):
    """A text with edits applied, and the diagnostics whose edits they are."""

    text: str
    diagnostics: list[Diagnostic]


def fixable(diagnostics: Iterable[Diagnostic], file: str) -> list[Diagnostic]:
    """Those with edits of this file and of no other."""
    return [
        each
        for each in diagnostics
        if each.edits and all(shown_path(edit.span.file) == shown_path(file) for edit in each.edits)
    ]


def apply_edits(text: str, diagnostics: Sequence[Diagnostic]) -> Fixed:
    """Apply all edits of each diagnostic in turn; of those that overlap, the first one's."""
    starts = line_starts(text)
    changes: list[Change] = []
    applied = []
    for diagnostic in diagnostics:
        wanted = [_change(starts, len(text), edit) for edit in diagnostic.edits]
        new = [change for change in wanted if change not in changes]
        if not any(_overlap(a, b) for a in new for b in changes):
            changes += new
            applied.append(diagnostic)
    return Fixed(splice(text, changes), applied)


def diagnostics_of(path: Path, text: str) -> tuple[Diagnostic, ...]:
    """What a build says of a source file that holds `text`."""
    try:
        return build_module(path, text=text).diagnostics
    except DslError as error:
        return error.diagnostics


def _change(starts: Sequence[int], length: int, edit: Edit) -> Change:
    span: Span = edit.span
    return Change(
        _offset(starts, length, span.line, span.column),
        _offset(starts, length, span.end_line, span.end_column),
        edit.replacement,
    )


def _offset(starts: Sequence[int], length: int, line: int, column: int) -> int:
    return min(starts[line - 1] + column - 1, length) if line <= len(starts) else length


def _overlap(a: Change, b: Change) -> bool:
    """Whether two changes want the same characters; an insertion at an edge wants none."""
    return a.start < b.end and b.start < a.end
