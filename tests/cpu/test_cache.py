"""Compiled kernels are found again, and shared by processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dslc.cpu.recipe import RECIPE
from dslc.ir.backend import Unsupported
from dslc.ir.cxx import cache, toolchain
from dslc.ir.cxx.cache import SOURCE, folder, key, library
from dslc.ir.cxx.toolchain import Compiler, Recipe, find_compiler
from dslc.ir.diagnostics import CompilerBug

TEXT = 'extern "C" int answer() { return 42; }\n'


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    monkeypatch.setenv("DSLC_CACHE", str(tmp_path / "cache"))
    return find_compiler()


def test_the_second_time_nothing_is_compiled(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = library(TEXT, compiler, RECIPE)
    assert first.read_bytes()[:4] == b"\x7fELF"
    assert (first.parent / SOURCE).read_text("utf-8") == TEXT

    def refuse(*_: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(Compiler, "build", refuse)
    assert library(TEXT, compiler, RECIPE) == first


def test_the_key_holds_everything_that_matters(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keys = {key(TEXT, compiler, RECIPE), key(TEXT + "\n", compiler, RECIPE)}
    keys.add(key(TEXT, Compiler(compiler.command, "another version"), RECIPE))
    keys.add(key(TEXT, Compiler(("/bin/another",), compiler.version), RECIPE))
    with monkeypatch.context() as patch:
        patch.setenv("DSLC_OPTIMIZE", "0")
        keys.add(key(TEXT, compiler, RECIPE))
    with monkeypatch.context() as patch:
        patch.setattr(cache, "processor", lambda: "another processor")
        keys.add(key(TEXT, compiler, RECIPE))
    (tmp_path / "base.h").write_text("// another header\n", "utf-8")
    keys.add(key(TEXT, compiler, Recipe((tmp_path,), RECIPE.flags)))
    assert len(keys) == 7
    assert key(TEXT, compiler, RECIPE) == key(TEXT, compiler, RECIPE)


def test_a_failed_build_leaves_a_log(compiler: Compiler) -> None:
    with pytest.raises(CompilerBug, match="refuses") as raised:
        library("this is no C++\n", compiler, RECIPE)
    assert "error" in raised.value.context
    assert [each.name for each in folder().iterdir()] == ["failed"]


def test_another_process_was_faster(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two builds of one entry: the second finds the name taken, and takes what is there."""
    build = Compiler.build

    def build_late(self: Compiler, source: Path, to: Path, recipe: Recipe) -> None:
        build(self, source, to, recipe)
        entry = folder() / key(TEXT, self, recipe)
        if not entry.exists():
            with monkeypatch.context() as patch:
                patch.setattr(Compiler, "build", build)
                library(TEXT, self, recipe)

    monkeypatch.setattr(Compiler, "build", build_late)
    assert library(TEXT, compiler, RECIPE).is_file()
    assert [entry.name for entry in folder().iterdir()] == [key(TEXT, compiler, RECIPE)]


def test_processes_at_once(compiler: Compiler) -> None:
    script = (
        "from dslc.cpu.recipe import RECIPE; from dslc.ir.cxx.cache import library\n"
        "from dslc.ir.cxx.toolchain import find_compiler\n"
        f"print(library({TEXT!r}, find_compiler(), RECIPE))\n"
    )
    command = [sys.executable, "-c", script]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    found = {process.communicate()[0] for process in running}
    assert [process.returncode for process in running] == [0] * 4
    assert len(found) == 1
    assert len(list(folder().iterdir())) == 1


def test_where_kernels_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DSLC_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert folder() == tmp_path / "xdg" / "dslc"
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert folder() == tmp_path / "home" / ".cache" / "dslc"


def test_a_cache_that_cannot_be_written(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    monkeypatch.setenv("DSLC_CACHE", str(tmp_path / "file" / "cache"))
    made = library(TEXT, compiler, RECIPE)
    assert made.is_file()
    assert library(TEXT, compiler, RECIPE) == made


def test_the_folder_is_private(compiler: Compiler) -> None:
    library(TEXT, compiler, RECIPE)
    assert folder().stat().st_mode & 0o077 == 0


def test_a_named_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    named = tmp_path / "my compiler"
    named.write_text("#!/bin/sh\necho mine 1.0\n", "utf-8")
    named.chmod(0o755)
    monkeypatch.setenv("DSLC_CXX", f"'{named}' --quick")
    assert find_compiler() == Compiler((str(named), "--quick"), "mine 1.0")
    monkeypatch.setenv("DSLC_CXX", "no-such-compiler")
    with pytest.raises(Unsupported, match="no-such-compiler"):
        find_compiler()


def test_without_any_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DSLC_CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(toolchain, "find_spec", lambda name: None)
    with pytest.raises(Unsupported, match="ziglang"):
        find_compiler()
    assert os.environ["PATH"] == str(tmp_path)
