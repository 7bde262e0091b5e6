"""Compiled kernels on disk, found again by everything that they depend on.

An entry is a folder named by a hash: `kernel.cpp` and `kernel.so`. It is made under another name
and renamed, so that processes never see half of one; entries are never changed.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from .broken import failure, unwritable
from .toolchain import CompilationFailed, Compiler, Recipe, processor

SOURCE = "kernel.cpp"
LIBRARY = "kernel.so"
_KEY = re.compile(r"[0-9a-f]{64}")


def folder() -> Path:
    """Where kernels are kept: `$DSLC_CACHE`, else `dslc` in `$XDG_CACHE_HOME` or in `~/.cache`."""
    given = os.environ.get("DSLC_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dslc"


def key(text: str, compiler: Compiler, recipe: Recipe) -> str:
    """The hash of a kernel's text, the headers, the compiler, its flags and the processor."""
    parts = [text, *machine(compiler, recipe)]
    for header in (each for at in recipe.headers for each in sorted(at.glob("*.h"))):
        parts += [header.name, header.read_text("utf-8")]
    return hash_of(parts)


def machine(compiler: Compiler, recipe: Recipe) -> list[str]:
    """What decides what becomes of a text and its headers."""
    return [*compiler.command, compiler.version, *recipe.options(), processor()]


def hash_of(parts: Iterable[str]) -> str:
    """The hash of some texts, each by itself."""
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little") + encoded)
    return digest.hexdigest()


def find(name: str) -> Path | None:
    """The compiled library whose key this is; None where it is not there."""
    at = folder() / name / LIBRARY
    return at if _KEY.fullmatch(name) and at.is_file() else None


def library(text: str, compiler: Compiler, recipe: Recipe) -> Path:
    """The compiled library of a kernel's text, built unless it is there already.

    Where the cache cannot be written, the library lives as long as the process.

    Raises:
        CompilerBug: when the compiler refuses the text.
        DslError: `compiler-failed` when it fails for another reason, or nothing can be written.
    """
    name = key(text, compiler, recipe)
    found = find(name)
    if found is not None:
        return found
    entry = folder() / name
    try:
        try:
            entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _build(text, compiler, recipe, entry)
        except OSError:
            entry = _own_folder() / name
            if not (entry / LIBRARY).is_file():
                _build(text, compiler, recipe, entry)
    except CompilationFailed as failed:
        raise failure(failed, text, entry) from None
    except OSError as error:
        raise unwritable(error) from None
    return entry / LIBRARY


@lru_cache(maxsize=1)
def _own_folder() -> Path:
    """A folder of this process, removed when it ends."""
    made = tempfile.mkdtemp(prefix="dslc-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _build(text: str, compiler: Compiler, recipe: Recipe, entry: Path) -> None:
    made = Path(tempfile.mkdtemp(prefix="building-", dir=entry.parent))
    try:
        (made / SOURCE).write_text(text, "utf-8")
        compiler.build(made / SOURCE, made / LIBRARY, recipe)
        _publish(made, entry)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _publish(made: Path, entry: Path) -> None:
    """Rename a finished folder to its name; another process may have done so before."""
    try:
        made.rename(entry)
    except OSError:
        if not (entry / LIBRARY).is_file():
            raise
