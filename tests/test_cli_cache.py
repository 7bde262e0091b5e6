"""`dslc cache`: what is listed is what is there, and only that is removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from dslc.ir.cxx.cache import SOURCE
from dslc.ir.cxx.records import RECORD

from .conftest import Command


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kernel in a cache of its own, beside what is none."""
    cache = tmp_path / "cache"
    entry = cache / ("0123456789abcdef" * 4)
    (cache / "failed").mkdir(parents=True)
    (cache / "notes.txt").write_text("mine")
    entry.mkdir()
    (entry / SOURCE).write_text("// The kernel of f in model.py.\n")
    monkeypatch.setenv("DSLC_CACHE", str(cache))
    return entry


def test_kernels_are_listed(command: Command, entry: Path) -> None:
    lines = command("cache", "ls").out.splitlines()
    assert lines[0] == "0123456789ab    0.00 MB  The kernel of f in model.py."
    assert lines[1] == f"1 kernel, 0.00 MB, in {entry.parent}"


def test_records_are_listed_and_removed(command: Command, entry: Path) -> None:
    record = entry.parent / ("fedcba9876543210" * 4)
    record.mkdir()
    (record / RECORD).write_text("Calls of f in model.py.\n\n\n")
    lines = command("cache", "ls").out.splitlines()
    assert lines[1] == "fedcba987654    0.00 MB  Calls of f in model.py."
    assert lines[2] == f"1 kernel and 1 record, 0.00 MB, in {entry.parent}"
    assert command("cache", "clear").out.startswith("1 kernel and 1 record")
    assert not record.exists()


def test_kernels_are_removed_and_nothing_else(command: Command, entry: Path) -> None:
    assert command("cache", "clear").code == 0
    assert [each.name for each in entry.parent.iterdir()] == ["notes.txt"]
    assert command("cache", "ls").out.startswith("0 kernels")


def test_a_cache_that_is_not_there(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DSLC_CACHE", str(tmp_path / "none"))
    assert command("cache", "clear").out.startswith("0 kernels")
