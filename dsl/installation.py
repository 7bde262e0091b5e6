"""Which `dslc`, NumPy and Python run here, for what is kept for other processes."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import ml_dtypes
import numpy as np

_PARTS = ("dslc", "dslc.ir", "dslc.cpu")
"""The packages that make graphs and kernels of a text."""

_SOURCES = (".py", ".h", ".cpp")


@lru_cache(maxsize=1)
def installation() -> str | None:
    """A text that differs where any source of `dslc`, Python or NumPy does.

    Of a source it has the size, and when its file was last changed, which nobody can set. None
    where one may have changed since this process loaded it.
    """
    try:
        files = [(path, os.stat(path)) for path in _sources()]  # noqa: PTH116 - it is quicker
        began = _began()
    except (OSError, ValueError):
        return None
    if any(stat.st_ctime > began for _, stat in files):
        return None
    parts = [platform.python_implementation(), sys.version, str(sys.flags), np.__version__]
    parts += [ml_dtypes.__version__, os.confstr("CS_GNU_LIBC_VERSION") or ""]
    parts += [f"{path} {s.st_size} {s.st_mtime_ns} {s.st_ctime_ns}" for path, s in files]
    return "\n".join(parts)


def _sources() -> Iterator[str]:
    """The files of the package, in order."""
    found = set[str]()
    for part in _PARTS:
        spec = find_spec(part)
        for at in spec.submodule_search_locations or () if spec else ():
            for folder, _, names in os.walk(at):
                found |= {f"{folder}/{name}" for name in names if name.endswith(_SOURCES)}
    yield from sorted(found)


def _began() -> float:
    """When this process began, as files have their times."""
    ticks = int(Path("/proc/self/stat").read_text("utf-8").rpartition(")")[2].split()[19])
    booted = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
    return booted + ticks / os.sysconf("SC_CLK_TCK")
