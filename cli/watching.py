"""`dslc watch`: modules are built anew whenever they, or what they import, are saved."""

import ast
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .modules import is_graph_source, sources
from .terminal import INTERRUPTED, OK, say

INTERVAL = 0.3
"""Seconds between two looks at the files."""


class Batch(NamedTuple):
    """What happened between two looks.

    Attributes:
        changed: files that are new or were written to.
        gone: files that are no more.
        sources: the modules to build anew, in order.
    """

    changed: tuple[Path, ...]
    gone: tuple[Path, ...]
    sources: tuple[Path, ...]


class _File(NamedTuple):
    """A file as it was at the last look; `imports` are parts of the names it imports."""

    stamp: tuple[int, int, int]
    is_source: bool
    imports: frozenset[str]


def watch(
    paths: Sequence[Path],
    pause: Callable[[], None] = lambda: time.sleep(INTERVAL),
    build: Callable[[Sequence[Path]], int] | None = None,
) -> None:
    """Build what `paths` name, then again at each change, until an interrupt.

    Each build is a process of its own: it sees what the modules import as it is now.

    Raises:
        DslError: there is no such file or folder, or a folder has no modules.
    """
    for path in paths:
        list(sources(path))
    try:
        for batch in batches(paths, pause):
            _announce(batch)
            if batch.sources:
                _timed(batch.sources, build or _build)
    except KeyboardInterrupt:
        say("")


def batches(paths: Sequence[Path], pause: Callable[[], None]) -> Iterator[Batch]:
    """What there is at first, then each change; between two looks `pause` is called."""
    known: dict[Path, _File] = {}
    while True:
        found = _look(paths, known)
        changed = [path for path, file in found.items() if known.get(path) != file]
        gone = [path for path in known if path not in found]
        touched = _dependents([*changed, *gone], found)
        known = found
        wanted = [
            path
            for path, file in found.items()
            if file.is_source and path in touched and _is_named(path, paths)
        ]
        if changed or gone:
            yield Batch(tuple(changed), tuple(gone), tuple(wanted))
        pause()


def _look(paths: Sequence[Path], known: dict[Path, _File]) -> dict[Path, _File]:
    """The files that matter, in order; a file that vanishes meanwhile is none."""
    found = {}
    for path in sorted({file for named in paths for file in _files(named)}):
        try:
            status = path.stat()
            stamp = status.st_mtime_ns, status.st_size, status.st_ino
            old = known.get(path)
            found[path] = old if old and old.stamp == stamp else _read(path, stamp)
        except OSError:
            continue
    return found


def _files(path: Path) -> Iterator[Path]:
    """The Python files below a folder or beside a file, emitted and hidden ones left out."""
    if not path.is_dir():
        yield path
        yield from (each for each in path.parent.glob("*.py") if _is_written(each.name))
        return
    for folder, inner, names in os.walk(path):
        inner[:] = [name for name in inner if not name.startswith((".", "__pycache__"))]
        yield from (Path(folder, name) for name in names if _is_written(name))


def _is_written(name: str) -> bool:
    """Whether a file of this name is one that a person writes."""
    return name.endswith(".py") and not name.startswith(".") and not name.endswith("_graph.py")


def _is_named(path: Path, paths: Iterable[Path]) -> bool:
    return any(path == named or (named.is_dir() and named in path.parents) for named in paths)


def _read(path: Path, stamp: tuple[int, int, int]) -> _File:
    data = path.read_bytes()
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _File(stamp, is_graph_source(data), frozenset())
    said: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            said += (alias.name for alias in node.names)
            said.append(getattr(node, "module", None) or "")
    parts = frozenset(part for name in said for part in name.split("."))
    return _File(stamp, is_graph_source(data), parts)


def _dependents(changed: Iterable[Path], files: dict[Path, _File]) -> set[Path]:
    """The changed files and those that import them, as far as names tell."""
    touched = set(changed)
    names = set(map(_module_name, touched))
    grown = True
    while grown:
        more = {path for path, file in files.items() if not names.isdisjoint(file.imports)}
        grown = not more <= touched
        touched |= more
        names |= set(map(_module_name, more))
    return touched


def _module_name(path: Path) -> str:
    return path.parent.name if path.name == "__init__.py" else path.stem


# --- what a person sees -----------------------------------------------------------------------


def _announce(batch: Batch) -> None:
    now = time.strftime("%H:%M:%S")
    for path in batch.gone:
        say(f"{now} {path} is gone")
    if batch.sources:
        say(f"{now} building {', '.join(map(str, batch.sources))}")
    sys.stdout.flush()


def _timed(modules: Sequence[Path], build: Callable[[Sequence[Path]], int]) -> None:
    started = time.monotonic()
    code = build(modules)
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    took = time.monotonic() - started
    say(f"{time.strftime('%H:%M:%S')} {'correct' if code == OK else 'wrong'}, {took:.2f} s")
    sys.stdout.flush()


def _build(modules: Sequence[Path]) -> int:
    """Build in a fresh interpreter; its exit code. An interrupt lets it end first."""
    command = [sys.executable, "-P", "-m", "dslc", "build", "--", *map(str, modules)]
    process = subprocess.Popen(command)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        process.wait()
        raise
