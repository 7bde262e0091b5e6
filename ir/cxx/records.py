"""Data on disk beside compiled kernels, found again by a hash of all that it depends on.

A record is a folder named by that hash, with one file of three lines: what it is of, a hash of the
data, and the data as JSON. It is made under another name and renamed, so that processes never see
half of one; records are never changed. Who reads one gets numbers, texts, lists and dicts, and
nothing is executed; a file that is not as it was written is no record.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from .cache import folder, hash_of

RECORD = "record.txt"


class Origin(NamedTuple):
    """What something is made of.

    Attributes:
        key: the hash of all that decides it.
        title: what `dslc cache ls` calls it.
    """

    key: str
    title: str


def recall(key: str) -> Any:
    """The data of a record; None where there is none."""
    try:
        title, digest, text = (folder() / key / RECORD).read_text("utf-8").splitlines()
        return json.loads(text) if digest == hash_of([key, title, text]) else None
    except (OSError, ValueError):
        return None


def remember(key: str, title: str, data: Any) -> None:
    """Keep data for later processes, where the cache can be written.

    Args:
        key: the hash of all that the data depends on.
        title: what it is of, as `dslc cache ls` shows it.
        data: what JSON has.
    """
    title = " ".join(title.encode("ascii", "backslashreplace").decode().split())
    text = json.dumps(data)
    entry = folder() / key
    try:
        entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix="writing-", dir=entry.parent))
    except OSError:
        return
    try:
        (made / RECORD).write_text(f"{title}\n{hash_of([key, title, text])}\n{text}\n", "utf-8")
        made.replace(entry)
    except OSError:  # it is there already, or the disk is full
        shutil.rmtree(made, ignore_errors=True)
