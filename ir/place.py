"""Where a node comes from: the statement of the user's source, and the line of the emitted text.

The emitted text is the one store of names and line numbers: a node keeps only the numbers of its
lines, and everything a reader wants to see (the name its result has, the line of the source) is
looked up there when it is asked for.
"""

from __future__ import annotations

import ast
import linecache
from dataclasses import dataclass

from .diagnostics import Span


@dataclass(frozen=True, slots=True)
class Place:
    """A statement.

    Attributes:
        file: the user's source, as messages name it.
        text: the statement, its first line.
        emitted: the file the builder's text is in, "" for none.
        at: line of the `g.at(...)` there.
        line: line of the node there.
        number: the source line, when it is known without the emitted text.
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
        """The whole statement's line in the source, None when unknown."""
        line = self.source_line
        return Span.of_line(self.file, line) if line and self.file else None

    def __str__(self) -> str:
        return f"{self.file}:{self.source_line}: {self.text}"


@dataclass(frozen=True, slots=True)
class Listing:
    """What an emitted module says about its own lines.

    Attributes:
        names: emitted line to the names its assignment binds.
        source_lines: line of a `g.at(...)` to the source line, from the function's `g.lines(...)`.
    """

    names: dict[int, tuple[str, ...]]
    source_lines: dict[int, int]


def listing(filename: str) -> Listing:
    """The listing of an emitted module; empty where its text is not to be had."""
    if not filename:
        return _EMPTY
    lines = linecache.getlines(filename)  # the very same list until the file is read again
    kept = _KEPT.get(filename)
    if kept is None or kept[0] is not lines:
        kept = _KEPT[filename] = lines, _read("".join(lines))
    return kept[1]


_EMPTY = Listing({}, {})
_KEPT: dict[str, tuple[list[str], Listing]] = {}


def _read(text: str) -> Listing:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return _EMPTY
    names: dict[int, tuple[str, ...]] = {}
    source_lines: dict[int, int] = {}
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Assign):
            bound = _targets(statement.targets[-1])
            names.update(
                dict.fromkeys(range(statement.lineno, (statement.end_lineno or 0) + 1), bound)
            )
        elif isinstance(statement, ast.FunctionDef):
            source_lines.update(_line_table(statement))
    return Listing(names, source_lines)


def _targets(target: ast.expr) -> tuple[str, ...]:
    if isinstance(target, ast.Name):
        return (target.id,)
    if isinstance(target, ast.Tuple):
        return tuple(name for item in target.elts for name in _targets(item))
    return ("",)


def _line_table(function: ast.FunctionDef) -> dict[int, int]:
    """`g.lines(...)` numbers the function's `g.at` calls in the order they stand in the text."""
    numbers: list[int] = []
    ats: list[int] = []
    for call in _builder_calls(function):
        assert isinstance(call.func, ast.Attribute)
        if call.func.attr == "lines":
            numbers = [
                a.value
                for a in call.args
                if isinstance(a, ast.Constant) and isinstance(a.value, int)
            ]
        else:
            ats.append(call.lineno)
    return dict(zip(sorted(ats), numbers, strict=False)) if numbers else {}


def _builder_calls(function: ast.FunctionDef) -> list[ast.Call]:
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            method = node.value.func
            if isinstance(method, ast.Attribute) and method.attr in ("at", "lines"):
                found.append(node.value)
    return found
