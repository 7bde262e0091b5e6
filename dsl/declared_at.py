"""Where a parameter or a field stands in the user's files, for messages."""

from __future__ import annotations

import ast
import inspect
import linecache
import os
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dslc.ir.diagnostics import Span


def shown_path(path: str) -> str:
    """A file as messages name it: relative where it lies in the working directory."""
    relative = os.path.relpath(path) if Path(path).is_absolute() else path
    return path if relative.startswith(os.pardir) else relative


def source_path(source: str, emitted: str) -> str:
    """The user's file as messages name it; text without a file of its own is in no folder."""
    if emitted.startswith("<"):
        return source
    return shown_path(os.path.normpath(Path(emitted).parent / source))


def function_text(function: Callable[..., Any]) -> str:
    """The source text of a function, its decorators included; "" where it is not to be had."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
    try:
        return "".join(inspect.getblock(lines)) if lines else ""
    except (SyntaxError, tokenize.TokenError):
        return ""  # another text than what was compiled


def parameter_span(function: Callable[..., Any], name: str) -> Span | None:
    """The parameter `name` of a function, its result where that is "return"."""
    code = function.__code__
    for node in _nodes(function_text(function), code.co_firstlineno):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            found = node.returns if name == "return" else _parameter(node, name)
            return _span(code.co_filename, found or node) if found or name != "return" else None
    return None


def field_span(cls: type, name: str) -> Span | None:
    """The field `name` of a class; None without the text."""
    try:
        lines, first = inspect.getsourcelines(cls)
    except (OSError, TypeError):
        return None
    for node in _nodes("".join(lines), first):
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", None) == name:
            return _span(inspect.getsourcefile(cls) or "", node)
    return None


def _nodes(text: str, first: int) -> Iterator[ast.AST]:
    """The nodes of a text that begins at line `first` of its file, perhaps indented."""
    indented = text[:1] in (" ", "\t")
    try:
        tree = ast.parse(f"if True:\n{text}" if indented else text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return iter(())  # another text than what was compiled, or too deep to read again
    ast.increment_lineno(tree, first - 1 - indented)
    return ast.walk(tree)


def _parameter(function: ast.FunctionDef, name: str) -> ast.arg | None:
    arguments = function.args
    starred = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *starred]
    return next((each for each in every if each.arg == name), None)


def _span(file: str, node: ast.expr | ast.arg | ast.AnnAssign | ast.FunctionDef) -> Span:
    if isinstance(node, ast.FunctionDef):
        return Span.of_line(shown_path(file), node.lineno)
    end = node.end_lineno or node.lineno
    columns = (
        _column(file, node.lineno, node.col_offset),
        _column(file, end, node.end_col_offset or 0),
    )
    return Span(shown_path(file), node.lineno, columns[0], end, columns[1])


def _column(file: str, line: int, offset: int) -> int:
    """The column of a byte offset, as `ast` counts."""
    return len(linecache.getline(file, line).encode()[:offset].decode(errors="replace")) + 1
