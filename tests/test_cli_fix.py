"""`dslc check --fix`: edits are applied to sources, all of them or none, never to the worse."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dslc.cli import fixing
from dslc.cli.edits import apply_edits, fixable
from dslc.ir.diagnostics import Diagnostic, Edit, Span

Command: TypeAlias = Callable[..., Any]

WRONG = """\
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = np.tanhh(x)  # é
    return y * n
"""
RIGHT = f"import numpy as np\n{WRONG}".replace("tanhh", "tanh").replace("* n\n", "* x.shape[0]\n")


@pytest.fixture
def source(command: Command) -> Path:
    path = Path("bad.py")
    path.write_text(WRONG, "utf-8")
    return path


def test_fix_shows_and_writes(command: Command, source: Path) -> None:
    code, out, err = command("check", "--fix", "bad.py")
    assert (code, err) == (0, "")
    assert out.startswith("--- bad.py\n+++ bad.py (fixed)\n@@")
    assert "+    return y * x.shape[0]\n" in out
    # The misspelt function is found once the module is imported.
    assert out.endswith("bad.py: 3 fixes written\n1 module correct\n")
    assert source.read_text("utf-8") == RIGHT
    assert command("check", "--fix", "bad.py") == (0, "1 module correct\n", "")


def test_fix_of_an_absolute_path(command: Command, source: Path) -> None:
    ranks = "\n\n@graph\ndef g(x: Tensor[f32, n]) -> Tensor[f32, n, n]:\n    return x\n"
    source.write_text(WRONG + ranks, "utf-8")
    assert command("check", "--fix", str(source.resolve())).code == 0
    assert source.read_text("utf-8") == RIGHT + ranks.replace("n, n]", "n]")


def test_diff_only_shows(command: Command, source: Path) -> None:
    code, out, err = command("check", "--fix", "--diff", "bad.py")
    assert code == 1
    assert "+    return y * x.shape[0]\n" in out
    assert out.endswith("bad.py: 3 fixes not written\n")
    assert "error[dim-as-number]" in err
    assert source.read_text("utf-8") == WRONG
    assert command("check", "--diff", "bad.py").code == 2


def test_what_has_no_edit_is_left_and_said(command: Command, source: Path) -> None:
    source.write_text(WRONG + "\n\n@graph\ndef g(y):\n    return y\n", "utf-8")
    code, out, err = command("check", "--fix", "bad.py", "model.py")
    assert code == 1
    assert "3 fixes written" in out
    assert [line for line in err.splitlines() if line.startswith("error")] == [
        "error[annotation-missing]: parameter `y` of `g` has no annotation"
    ]
    assert source.read_text("utf-8").startswith(RIGHT)


@pytest.mark.parametrize("text", [WRONG.replace("\n", "\r\n"), f"# coding: latin-1\n{WRONG}"])
def test_line_ends_and_encoding_stay(command: Command, source: Path, text: str) -> None:
    encoding = "latin-1" if "latin-1" in text else "utf-8"
    source.write_bytes(text.encode(encoding))
    assert command("check", "--fix", "bad.py").code == 0
    fixed = source.read_bytes().decode(encoding)
    assert fixed.replace("\r\n", "\n").replace("# coding: latin-1\n", "") == RIGHT
    assert fixed.count("\r") == text.count("\r") + ("\r" in text)


def _with_edits(monkeypatch: pytest.MonkeyPatch, replacement: str) -> None:
    """Every edit writes this instead."""

    def spoilt(diagnostics: Any, file: str) -> list[Diagnostic]:
        return [
            Diagnostic(d.code, d.message, d.span, edits=(Edit(d.edits[0].span, replacement),))
            for d in fixable(diagnostics, file)
        ]

    monkeypatch.setattr(fixing, "fixable", spoilt)


@pytest.mark.parametrize("replacement", ["(", "unknown\n", "a + b + c +"])
def test_a_file_that_would_be_worse_is_left(
    command: Command, source: Path, monkeypatch: pytest.MonkeyPatch, replacement: str
) -> None:
    _with_edits(monkeypatch, replacement)
    code, out, err = command("check", "--fix", "bad.py")
    assert code == 1
    assert out == "bad.py is left as it was: with the edits there would be more errors\n"
    assert "error[dim-as-number]" in err
    assert source.read_text("utf-8") == WRONG


def test_a_file_that_changes_meanwhile_is_left(
    command: Command, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixing, "read", lambda path: b"another text")
    _, out, _ = command("check", "--fix", "bad.py")
    assert "it was changed meanwhile" in out
    assert source.read_text("utf-8") == WRONG


def test_an_edit_that_never_ends_stops(
    command: Command, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edit that leaves its own mistake is tried a number of times."""
    _with_edits(monkeypatch, "n")
    assert command("check", "--fix", "bad.py").code == 1


# --- applying ---------------------------------------------------------------------------------

SPLIT = re.compile(r"\r\n|\r|\n")


def _place(text: str, offset: int) -> tuple[int, int]:
    lines = SPLIT.split(text[:offset])
    return len(lines), len(lines[-1]) + 1


def _diagnostic(text: str, *changes: tuple[int, int, str]) -> Diagnostic:
    edits = [
        Edit(Span("f", *_place(text, start), *_place(text, end)), new)
        for start, end, new in changes
    ]
    return Diagnostic("usage", "", edits=tuple(edits))


@given(st.text("ab\n\u00e9\U0001f600", max_size=12), st.data())
def test_one_edit_replaces_what_it_covers(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    fixed = apply_edits(text, [_diagnostic(text, (start, end, "xyz"))])
    assert fixed.text == f"{text[:start]}xyz{text[end:]}"


def test_overlapping_edits_and_those_that_touch() -> None:
    text = "abcdef"
    first = _diagnostic(text, (1, 3, "1"), (4, 5, "2"))
    apart = _diagnostic(text, (2, 4, "-"), (5, 6, "-"))  # none of it is applied
    touching = _diagnostic(text, (3, 4, "3"), (1, 1, "0"))
    fixed = apply_edits(text, [first, apart, touching, first])
    assert fixed.text == "a0132f"
    assert fixed.diagnostics == [first, touching, first]


def test_insertions_at_one_place_stand_in_order() -> None:
    inserting = [_diagnostic("a", (1, 1, new)) for new in ("x", "y", "x")]
    assert apply_edits("a", inserting).text == "axy"


def test_a_span_past_the_end_is_the_end() -> None:
    diagnostic = Diagnostic("usage", "", edits=(Edit(Span("f", 1, 1, 2, 1), "b"),))
    assert apply_edits("a", [diagnostic]).text == "b"
    assert fixable([diagnostic, Diagnostic("usage", "")], "f") == [diagnostic]
    assert fixable([diagnostic], "g") == []
