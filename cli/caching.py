"""`dslc cache`: the compiled kernels on disk, and the records of calls."""

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
    is_kernel: bool


def list_kernels() -> None:
    """Print each entry: its name, how large it is, what it is of; then how many there are."""
    from dslc.ir.cxx.cache import folder

    entries = list(_entries(folder()))
    for entry in entries:
        say(f"{entry.folder.name[:_SHOWN]}  {_megabytes(entry.size):>9}  {entry.title}")
    say(_total(entries, f"in {folder()}"))


def clear_kernels() -> None:
    """Remove all kernels and records, and the logs of failed compilations."""
    from dslc.ir.cxx.broken import FAILED
    from dslc.ir.cxx.cache import folder

    entries = list(_entries(folder()))
    for entry in entries:
        shutil.rmtree(entry.folder, ignore_errors=True)
    shutil.rmtree(folder() / FAILED, ignore_errors=True)
    say(_total(entries, f"removed from {folder()}"))


def _entries(folder: Path) -> Iterator[_Entry]:
    from dslc.ir.cxx.cache import SOURCE
    from dslc.ir.cxx.records import RECORD

    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        files = [path / name for name in (SOURCE, RECORD) if (path / name).is_file()]
        if _ENTRY.fullmatch(path.name) and files:
            title = files[0].read_text("utf-8", "replace").partition("\n")[0]
            size = sum(each.stat().st_size for each in path.iterdir())
            yield _Entry(path, title.removeprefix("// "), size, files[0].name == SOURCE)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.2f} MB"


def _total(entries: list[_Entry], where: str) -> str:
    kernels = sum(entry.is_kernel for entry in entries)
    counts = [_count(kernels, "kernel")]
    if kernels < len(entries):
        counts.append(_count(len(entries) - kernels, "record"))
    size = sum(entry.size for entry in entries)
    return f"{' and '.join(counts)}, {_megabytes(size)}, {where}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
