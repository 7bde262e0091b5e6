"""Where a node comes from: the statement of the user's source, and the line of the emitted text.

The emitted text is the one store of names and line numbers: a node keeps only the numbers of its
lines, and everything a reader wants to see (the name its result has, the line of the source) is
looked up there when it is asked for.
"""

from __future__ import annotations

import ast
import linecache
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .diagnostics import Span


@dataclass(frozen=True, slots=True)
class Place:
    """A statement of the source, and a line of the emitted text.

    Attributes:
        file: the user's source, as messages name it.
        text: the statement's first line.
        emitted: the file of the emitted text, "" for none.
        at: the line of its `g.at(...)` there, 0 for none.
        line: the line of the node there, 0 for none.
        number: the line in `file`, where that is known without the emitted text, else 0.
    """

    file: str = ""
    text: str = ""
    emitted: str = ""
    at: int = 0
    line: int = 0
    number: int = 0

    @property
    def source_line(self) -> int:
        """The line in `file`, 0 when unknown."""
        return self.number or listing(self.emitted).source_lines.get(self.at, 0)

    @property
    def span(self) -> Span | None:
        """The whole of the statement's line in the source, None when unknown."""
        line = self.source_line
        return Span.of_line(self.file, line) if line and self.file else None

    def __str__(self) -> str:
        line = self.source_line
        return f"{self.file}:{line}: {self.text}" if line else f"{self.file}: {self.text}"


@dataclass(frozen=True, slots=True)
class Listing:
    """What an emitted module says about its own lines.

    Attributes:
        names: line to the names that the assignment there binds, "" for what is no name.
        source_lines: line of a `g.at(...)` to the source line, from the function's `g.lines(...)`.
        ends: first line of a function, its decorators included, to that of its last statement.
    """

    names: dict[int, tuple[str, ...]]
    source_lines: dict[int, int]
    ends: dict[int, int]


def listing(filename: str) -> Listing:
    """The listing of an emitted module; empty where there is no text or it does not parse."""
    if not filename:
        return _EMPTY
    lines = linecache.getlines(filename)  # the very same list until the file is read again
    kept = _KEPT.get(filename)
    if kept is None or kept[0] is not lines:
        kept = _KEPT[filename] = lines, _read("".join(lines))
    return kept[1]


_EMPTY = Listing({}, {}, {})

_KEPT: dict[str, tuple[list[str], Listing]] = {}
"""The listing of each file, beside the lines it was read from."""


def _read(text: str) -> Listing:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return _EMPTY
    names: dict[int, tuple[str, ...]] = {}
    source_lines: dict[int, int] = {}
    ends: dict[int, int] = {}
    for statement in _statements(tree.body):
        if isinstance(statement, ast.Assign):
            lines = range(statement.lineno, (statement.end_lineno or 0) + 1)
            names.update(dict.fromkeys(lines, _targets(statement.targets[-1])))
        elif isinstance(statement, ast.FunctionDef):
            source_lines.update(_line_table(statement))
            first = min([statement.lineno, *(each.lineno for each in statement.decorator_list)])
            ends[first] = statement.body[-1].lineno
    return Listing(names, source_lines, ends)


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The statements of a body and of the bodies in it; no expression is looked into."""
    for statement in body:
        yield statement
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            yield from _statements(getattr(statement, name, ()))


def _targets(target: ast.expr) -> tuple[str, ...]:
    if isinstance(target, ast.Name):
        return (target.id,)
    if isinstance(target, ast.Tuple):
        return tuple(name for item in target.elts for name in _targets(item))
    return ("",)


def _line_table(function: ast.FunctionDef) -> dict[int, int]:
    """The source line of each `g.at(...)`: `g.lines(...)` has them in the order of the text."""
    numbers: list[int] = []
    ats: list[int] = []
    for method, call in _method_calls(function):
        if method == "lines":
            numbers = [
                argument.value
                for argument in call.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, int)
            ]
        elif method == "at":
            ats.append(call.lineno)
    return dict(zip(sorted(ats), numbers, strict=False))


def _method_calls(function: ast.FunctionDef) -> Iterator[tuple[str, ast.Call]]:
    """The method calls that are statements of their own, with the names of the methods."""
    for node in _statements(function.body):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            method = node.value.func
            if isinstance(method, ast.Attribute):
                yield method.attr, node.value


def line_of(error: Exception, emitted: str) -> int | None:
    """The line of the source that an emitted text was at when it raised; None for another text."""
    numbers = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == emitted]
    source_lines = listing(emitted).source_lines
    begun = [at for at in source_lines if numbers and at <= (numbers[-1] or 0)]
    return source_lines[max(begun)] if begun else None
