"""Imports of modules with graph functions, which become imports of their emitted modules."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from dslc.functions import GraphFunction

from .tree import line_starts, lines_of


@dataclass(frozen=True, slots=True)
class Rewrite:
    """An import statement of the source.

    Attributes:
        start, end: character offsets of the statement.
        text: what stands there in the emitted module.
        path: the source file of the module it imports.
        name: the emitted module's name.
    """

    start: int
    end: int
    text: str
    path: Path
    name: str


def rewrites(text: str) -> list[Rewrite]:
    """The top-level imports of modules with graph functions; the text was executed before."""
    lines, starts = lines_of(text), line_starts(text)

    def offset(line: int, column: int) -> int:
        """`ast` counts columns in UTF-8 bytes."""
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    found: list[Rewrite] = []
    for s in ast.parse(text).body:
        for module, said in _said(s):
            path = _graph_module(module)
            if path is not None:
                start = offset(s.lineno, s.col_offset)
                end = offset(s.end_lineno or s.lineno, s.end_col_offset or 0)
                found.append(Rewrite(start, end, said, path, f"{module}_graph"))
    return found


def _said(s: ast.stmt) -> Iterator[tuple[str, str]]:
    """The modules a statement imports, and how it is written when they are emitted ones."""
    if isinstance(s, ast.ImportFrom) and s.module and s.level == 0:
        names = ", ".join(f"{a.name} as {a.asname}" if a.asname else a.name for a in s.names)
        yield s.module, f"from {s.module}_graph import {names}"
    elif isinstance(s, ast.Import) and len(s.names) == 1:
        alias = s.names[0]
        if alias.asname or "." not in alias.name:
            yield alias.name, f"import {alias.name}_graph as {alias.asname or alias.name}"


def _graph_module(name: str) -> Path | None:
    """The file of a module that defines graph functions; None for any other."""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if not isinstance(module, ModuleType) or not file or not file.endswith(".py"):
        return None
    own = any(isinstance(v, GraphFunction) and v.__module__ == name for v in vars(module).values())
    return Path(file) if own else None
