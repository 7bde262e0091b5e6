"""A compiler that makes no library is a diagnostic with the path of its log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from dslc.cpu.recipe import RECIPE
from dslc.ir.cxx.cache import folder, library
from dslc.ir.cxx.toolchain import Compiler, find_compiler
from dslc.ir.diagnostics import CompilerBug, DslError

TEXT = 'extern "C" int answer() { return 42; }\n'

Broken: TypeAlias = Callable[[str], Compiler]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Broken:
    """A compiler that runs these lines of the shell."""
    monkeypatch.setenv("DSLC_CACHE", str(tmp_path / "cache"))

    def compiler(lines: str) -> Compiler:
        script = tmp_path / "broken-c++"
        script.write_text(f"#!/bin/sh\n{lines}\n")
        script.chmod(0o755)
        return Compiler((str(script),), "broken")

    return compiler


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        ("echo '/tmp/x.s: No space left on device' >&2; exit 1", "the disk is full"),
        ("echo 'fatal error: stdio.h: No such file or directory' >&2; exit 1", "a header is missi"),
        ("echo 'kernel.cpp:1: internal compiler error: in f' >&2; exit 4", "the compiler has a bu"),
        ("echo 'ld: cannot find -lm' >&2; exit 1", "a library is missing"),
        ("kill -KILL $$", "ended by SIGKILL"),
        ("exit 3", "made no library"),
        ("exit 0", "made no library"),
    ],
)
def test_the_cause_is_told(broken: Broken, lines: str, cause: str) -> None:
    with pytest.raises(DslError, match=cause) as raised:
        library(TEXT, broken(lines), RECIPE)
    assert raised.value.code == "compiler-failed"
    diagnostic = raised.value.diagnostics[0]
    log = Path(diagnostic.notes[-1].text.removeprefix("the log is "))
    assert log.parent == folder() / "failed"
    said = log.read_text("utf-8")
    assert "broken-c++" in said
    assert said.endswith(TEXT)
    assert diagnostic.help


def test_a_compiler_that_is_gone(broken: Broken) -> None:
    compiler = broken("exit 0")
    Path(compiler.command[0]).unlink()
    with pytest.raises(DslError, match="made no library") as raised:
        library(TEXT, compiler, RECIPE)
    assert "No such file" in raised.value.diagnostics[0].notes[0].text


def test_a_text_that_is_refused_is_a_bug_of_ours(broken: Broken) -> None:
    broken("")
    with pytest.raises(CompilerBug, match="log: ") as raised:
        library("this is no C++\n", find_compiler(), RECIPE)
    assert (folder() / "failed").as_posix() in raised.value.context


def test_no_place_for_kernels(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    compiler = broken("exit 0")
    monkeypatch.setattr("dslc.ir.cxx.cache._build", fail)
    with pytest.raises(DslError, match="no place for compiled kernels") as raised:
        library(TEXT, compiler, RECIPE)
    assert raised.value.code == "compiler-failed"
