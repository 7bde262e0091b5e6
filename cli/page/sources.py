"""The user's files: their lines, and the statement that each line is part of."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dslc.ir.diagnostics import DslError
from dslc.ir.place import Place
from dslc.transpile.read import read_file


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of the user's.

    Attributes:
        name: as messages name it.
        lines: by number.
        firsts: for each of these lines the first line of its statement; of a statement with a
            body, its head alone.
        functions: the line of the `def` of each function, by name.
    """

    name: str
    lines: dict[int, str]
    firsts: dict[int, int]
    functions: dict[str, int]


def source_files(first: str, places: Iterable[Place]) -> list[SourceFile]:
    """The files that a function and what it calls come from, its own file first.

    A file that cannot be read is the statements that are known of it.
    """
    known: dict[str, dict[int, str]] = {first: {}}
    for place in places:
        if place.file and place.source_line:
            known.setdefault(place.file, {})[place.source_line] = place.text
    return [_read(name, statements) for name, statements in known.items()]


def _read(name: str, statements: dict[int, str]) -> SourceFile:
    try:
        text, _ = read_file(Path(name))
    except DslError:
        kept = dict(sorted(statements.items()))
        return SourceFile(name, kept, {number: number for number in kept}, {})
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = dict(enumerate(text.removesuffix("\n").split("\n"), 1))
    found = _statements(text)
    firsts = {number: number for number in lines}
    for statement in found:
        body: list[ast.stmt] = getattr(statement, "body", [])
        end = body[0].lineno - 1 if body else statement.end_lineno or 0
        head = range(statement.lineno, min(end, len(lines)) + 1)
        firsts.update(dict.fromkeys(head, statement.lineno))
    functions = {s.name: s.lineno for s in found if isinstance(s, ast.FunctionDef)}
    return SourceFile(name, lines, firsts, functions)


def _statements(text: str) -> list[ast.stmt]:
    """Outer ones first; none where the text does not parse, having changed since it was built."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
