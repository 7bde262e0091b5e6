"""Source modules on disk: which files to build, where their output goes, and how it is written."""

import difflib
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dslc.ir.diagnostics import Diagnostic, DslError

from .targets import usage

_GRAPH_DECORATOR = re.compile(rb"^[ \t]*@[ \t]*(?:\w+\.)*graph\b", re.MULTILINE)


class Job(NamedTuple):
    """One module to build; `out` is where its output goes, None for beside the source."""

    source: Path
    out: Path | None


def jobs(paths: Sequence[Path], out: Path | None) -> list[Job]:
    """The modules that `paths` name, in order: files as they are, folders searched.

    A folder contributes every `*.py` with a `@graph` decorator that is no emitted module itself.
    `out` is a file for one module given as a file, otherwise a folder.

    Raises:
        DslError: no such path, a folder without modules, or an output that is not its own file.
    """
    found = [(source, inside) for path in paths for source, inside in sources(path)]
    if out is None:
        return [Job(source, None) for source, _ in dict(found).items()]
    into_folder = len(found) > 1 or out.is_dir() or paths[0].is_dir()
    if into_folder and out.exists() and not out.is_dir():
        raise DslError(
            Diagnostic("usage", f"`{out}` is a file", help="name a folder for several modules")
        )
    return _distinct(
        [
            Job(source, out / emitted_name(inside) if into_folder else out)
            for source, inside in found
        ]
    )


def emitted_name(source: Path) -> Path:
    """`model.py` to `model_graph.py`."""
    return source.with_name(f"{source.stem}_graph.py")


def sources(path: Path) -> Iterator[tuple[Path, Path]]:
    """Each source that `path` names, with its path from the folder that was named.

    Raises:
        DslError: no such path, or a folder without modules.
    """
    if not path.exists():
        raise DslError(Diagnostic("missing-file", f"there is no file or folder `{path}`"))
    if not path.is_dir():
        yield path, Path(path.name)
        return
    found = [source for source in sorted(path.rglob("*.py")) if _is_source(source, path)]
    if not found:
        message = f"the folder `{path}` has no module with a `@graph` function"
        raise DslError(Diagnostic("missing-file", message))
    for source in found:
        yield source, source.relative_to(path)


def _is_source(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    if hidden or path.name.endswith("_graph.py") or not path.is_file():
        return False
    return is_graph_source(read(path))


def is_graph_source(data: bytes) -> bool:
    """Whether a file holds a `@graph` decorator."""
    return _GRAPH_DECORATOR.search(data) is not None


def _distinct(found: list[Job]) -> list[Job]:
    """The jobs, when every output is a file of its own and none is a source."""
    own = {os.path.realpath(job.source) for job in found}
    source_of: dict[Path | None, Path] = {}
    for job in found:
        other = source_of.setdefault(job.out, job.source)
        if other != job.source:
            message = f"`{other}` and `{job.source}` would both be written to `{job.out}`"
            raise usage(message, "build them one by one")
        if job.out is not None and os.path.realpath(job.out) in own:
            raise usage(f"the output `{job.out}` is a source", "give another name after `--out`")
    return found


def difference(path: Path, text: str, encoding: str) -> str:
    """A unified diff from what `path` holds, if anything, to `text`; empty when they are equal."""
    held = read(path).decode(encoding, "backslashreplace") if path.exists() else ""
    if path.exists() and held == text:
        return ""
    before = str(path) if path.exists() else os.devnull
    return changes(held, text, before, f"{path} (from source)") or f"{path}: line ends differ"


def changes(held: str, text: str, before: str, after: str) -> str:
    """A unified diff between two texts under these names."""
    lines = difflib.unified_diff(held.splitlines(), text.splitlines(), before, after, lineterm="")
    return "\n".join(lines)


def write(path: Path, data: bytes) -> bool:
    """Make `path` hold `data`, all at once or not at all; False when it did already.

    Raises:
        DslError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.is_file() and target.read_bytes() == data:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
    except OSError as error:
        message = f"cannot write `{path}`: {error.strerror or error}"
        raise DslError(Diagnostic("unwritable-output", message)) from error
    return True


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file() and not target.is_dir():
        # A device or a pipe is written to, never replaced.
        target.write_bytes(data)
        return
    scratch = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        scratch.write_bytes(data)
        if target.exists():
            shutil.copymode(target, scratch)
        scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)


def read(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        DslError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"cannot read `{path}`: {error.strerror or error}"
        raise DslError(Diagnostic("missing-file", message)) from error
