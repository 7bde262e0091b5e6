"""What a build says of bad programs: each mistake once, at its line, to the letter.

A case is a file in this folder: a program with `# error: [code]` on each line that is wrong, then
the text a user reads, then, where the diagnostics have edits, the program with these applied. The
marks are taken out before the program is built. `pytest --update` rewrites the texts, but only
where the marks are right.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from dslc.cli.edits import apply_edits, diagnostics_of, fixable
from dslc.ir.diagnostics import Diagnostic, DslError, codes
from dslc.transpile import build_module

HERE = Path(__file__).parent
CASES = sorted(path for path in HERE.glob("*.py") if not path.name.startswith("test_"))
DIAGNOSTICS = "# --- diagnostics ---\n"
FIXED = "# --- fixed ---\n"
MARK = re.compile(r" *# error:((?: \[[a-z0-9-]+\])+)$", re.MULTILINE)

NOT_OF_A_BUILD = {
    "captured-changed": "a call finds that a captured value is another one",
    "compiler-failed": "of the machine's compiler: tests/cpu/test_broken.py",
    "depends-on-call": "only a caller of the builder's own methods can ask",
    "device-unavailable": "a device is chosen when a function is compiled or called",
    "device-unknown": "a device is chosen when a function is compiled or called",
    "device-unsupported": "a device is chosen when a function is compiled or called",
    "execution-unknown": "of the environment: tests/cpu/test_apart.py",
    "file-not-found": "of files: test_malformed.py",
    "function-raised": "of `dslc run`",
    "illegal-edit": "of `Surgery`: tests/ir/test_surgery.py",
    "infinity-found": "of a call with checks",
    "missing-argument": "of `dslc run`",
    "missing-file": "of the command line",
    "nan-found": "of a call with checks",
    "not-utf8": "of files: test_malformed.py",
    "nothing-annotated": "of `dslc annotate`",
    "out-of-range": "of a call with checks",
    "script-failed": "of `dslc annotate`",
    "params-mismatch": "of `load_params`: tests/dsl/test_params.py",
    "params-unreadable": "of `load_params`: tests/dsl/test_params.py",
    "shape-assumption": "of a call: the sizes of its arguments",
    "source-missing": "of `dslc.compile`",
    "stale-output": "of `dslc build --check`",
    "system-error": "of the command line",
    "too-deep": "of huge programs: test_malformed.py",
    "unknown-node": "of a hook: no such line or name",
    "unreadable-argument": "of `dslc run`",
    "unwritable-output": "of the command line",
    "usage": "of the command line",
}
"""Codes that no program can bring a build to say, and who says them."""


class Case(NamedTuple):
    """A program without its marks, the marks, the texts after it."""

    source: str
    marks: list[tuple[int, str]]
    expected: str


def read_case(path: Path) -> Case:
    marked, _, expected = path.read_text("utf-8").partition(DIAGNOSTICS)
    marks = [
        (number, code)
        for number, line in enumerate(marked.splitlines(), 1)
        for found in MARK.finditer(line)
        for code in re.findall(r"\[(.*?)\]", found[1])
    ]
    return Case(MARK.sub("", marked), marks, expected)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_diagnostics(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = read_case(path)
    monkeypatch.chdir(tmp_path)
    Path(path.name).write_text(case.source, "utf-8")
    with pytest.raises(DslError) as caught:
        build_module(Path(path.name))
    said = caught.value.diagnostics
    assert [(d.span.line if d.span else 0, d.code) for d in said] == case.marks, caught.value
    made = f"{caught.value}\n{fixed_text(path.name, case.source, said)}"
    if request.config.getoption("--update"):
        with capsys.disabled():
            show_difference(path.name, case.expected, made)
        path.write_text(
            path.read_text("utf-8").partition(DIAGNOSTICS)[0] + DIAGNOSTICS + made, "utf-8"
        )
    else:
        assert made == case.expected


def fixed_text(name: str, source: str, said: tuple[Diagnostic, ...]) -> str:
    """The program with all edits applied, which is the better for it; "" without edits."""
    offered = fixable(said, name)
    fixed = apply_edits(source, offered)
    if not offered:
        return ""
    assert fixed.diagnostics == offered
    left = diagnostics_of(Path(name), fixed.text)
    assert len(left) <= len(said) - len(offered)
    assert {(d.code, d.message) for d in left}.isdisjoint((d.code, d.message) for d in offered)
    return FIXED + fixed.text


def show_difference(name: str, held: str, made: str) -> None:
    changes = difflib.unified_diff(held.splitlines(), made.splitlines(), name, "made", lineterm="")
    for line in changes:
        print(line)


def test_each_code_has_a_case() -> None:
    covered = {code for path in CASES for _, code in read_case(path).marks}
    assert covered - set(codes()) == set()
    assert set(codes()) - covered == set(NOT_OF_A_BUILD)
