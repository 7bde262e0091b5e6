"""`dslc cache`: the compiled kernels on disk."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .terminal import say

_ENTRY = re.compile(r"[0-9a-f]{64}")
_SHOWN = 12
"""How much of an entry's name is shown."""


class _Entry(NamedTuple):
    folder: Path
    title: str
    size: int  # bytes


def list_kernels() -> None:
    """Print each kernel: its name, how large it is, what it is of; then how many there are."""
    from dslc.ir.cxx.cache import folder

    entries = list(_entries(folder()))
    for entry in entries:
        say(f"{entry.folder.name[:_SHOWN]}  {_megabytes(entry.size):>9}  {entry.title}")
    say(_total(entries, f"in {folder()}"))


def clear_kernels() -> None:
    """Remove all kernels, and the logs of failed compilations."""
    from dslc.ir.cxx.broken import FAILED
    from dslc.ir.cxx.cache import folder

    entries = list(_entries(folder()))
    for entry in entries:
        shutil.rmtree(entry.folder, ignore_errors=True)
    shutil.rmtree(folder() / FAILED, ignore_errors=True)
    say(_total(entries, f"removed from {folder()}"))


def _entries(folder: Path) -> Iterator[_Entry]:
    from dslc.ir.cxx.cache import SOURCE

    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        source = path / SOURCE
        if _ENTRY.fullmatch(path.name) and source.is_file():
            title = source.read_text("utf-8", "replace").partition("\n")[0]
            size = sum(each.stat().st_size for each in path.iterdir())
            yield _Entry(path, title.removeprefix("// "), size)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.2f} MB"


def _total(entries: list[_Entry], where: str) -> str:
    plural = "" if len(entries) == 1 else "s"
    size = sum(entry.size for entry in entries)
    return f"{len(entries)} kernel{plural}, {_megabytes(size)}, {where}"
