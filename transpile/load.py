"""Executing a source module, so that its annotations, constants and helpers are real objects."""

from __future__ import annotations

import linecache
import os
import sys
import traceback
import types
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import CodeType
from typing import Any

from dslc.ir.diagnostics import Diagnostic, DslError, Span

from .tree import Function, Module, lines_of


def execute(
    text: str | CodeType,
    path: str,
    name: str,
    globals_: dict[str, Any] | None = None,
    modules: Mapping[str, types.ModuleType] | None = None,
) -> dict[str, Any]:
    """Run a module's top level; gives its globals.

    Args:
        text: the module's.
        path: its file.
        name: its name, without its package.
        globals_: what the globals begin with.
        modules: what it finds when it imports them, by name.

    Raises:
        DslError: `module-failed` with the line of the module that raised.
    """
    name, package, root = _package_of(path, name)
    module = types.ModuleType(name)
    module.__package__ = package
    module.__dict__.update(globals_ or {})
    module.__file__ = path
    place, search, frames = Path.cwd(), list(sys.path), sys.getrecursionlimit()
    present = {name: module, **(modules or {})}  # the module itself: dataclasses look theirs up
    before = {each: sys.modules.get(each) for each in present}
    sys.modules.update(present)
    sys.path.insert(0, root)
    try:
        exec(text if isinstance(text, CodeType) else code_of(text, path), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - the module is the user's: it may raise anything
        if isinstance(error, DslError):
            raise DslError(*(_placed(d, error, path) for d in error.diagnostics)) from None
        raise _failed(error, path) from None
    finally:
        # A module may change these; the build goes on as it was.
        os.chdir(place)
        sys.path[:] = search
        sys.setrecursionlimit(frames)
        for each, old in before.items():
            sys.modules.pop(each, None)
            if old is not None:
                sys.modules[each] = old
        # What the module defines must find its globals after the name is gone.
        _KEPT[name, path] = module
    return module.__dict__


def code_of(text: str, path: str) -> CodeType:
    """A module's text as code."""
    return compile(text, path, "exec", dont_inherit=True)


def _package_of(path: str, name: str) -> tuple[str, str, str]:
    """A module's full name, its package, and the folder that imports begin in."""
    folder = Path(path).resolve().parent
    names: list[str] = []
    while (folder / "__init__.py").exists():
        names.insert(0, folder.name)
        folder = folder.parent
    return ".".join([*names, name]), ".".join(names), str(folder)


_KEPT: dict[tuple[str, str], types.ModuleType] = {}


def _placed(diagnostic: Diagnostic, error: BaseException, path: str) -> Diagnostic:
    """A diagnostic with the line of the module that raised it, where it has no place of its own."""
    return (
        diagnostic
        if diagnostic.span
        else replace(diagnostic, span=Span.of_line(path, _line_of(error, path)))
    )


def _line_of(error: BaseException, path: str) -> int:
    """The line of the module that was running last."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == path
    ]
    return lines[-1] if lines and lines[-1] else 1


def _failed(error: BaseException, path: str) -> DslError:
    line = _line_of(error, path)
    text = type(error).__name__
    try:
        detail = str(error).splitlines()
    except Exception:  # noqa: BLE001 - an exception of the user's, whose text may fail too
        detail = []
    if detail:
        text = f"{text}: {detail[0]}"
    return DslError(
        Diagnostic(
            "module-failed",
            "the module's top level raises",
            Span.of_line(path, line),
            label=text,
            help="building executes the module: make it import cleanly",
        )
    )


def first_line(module: Module, function: Function) -> int:
    """The line where a definition begins, decorators included, as `co_firstlineno` counts."""
    return bisect_right(module.starts, function.start)


def find_function(module: Module, function: Callable[..., Any]) -> Function | None:
    """The definition of a function object in a module's tree."""
    code = function.__code__
    for candidate in module.functions:
        if candidate.name == code.co_name and first_line(module, candidate) == code.co_firstlineno:
            return candidate
    return None


def text_of_file(filename: str) -> str | None:
    """The text a function was compiled from, in a file or known to `linecache` alone."""
    linecache.checkcache(filename)
    return "".join(linecache.getlines(filename)) or None


def remember(filename: str, text: str) -> None:
    """Let tracebacks, debuggers and `inspect` see text that is in no file."""
    linecache.cache[filename] = (len(text), None, lines_of(text), filename)


@contextmanager
def as_file(filename: str, text: str) -> Iterator[None]:
    """Let the lines of a file be those of another text, for messages."""
    remember(filename, text)
    try:
        yield
    finally:
        linecache.cache.pop(filename, None)
