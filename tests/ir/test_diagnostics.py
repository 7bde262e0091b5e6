"""The text of diagnostics, to the letter."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dslc.ir.diagnostics import (
    CompilerBug,
    Diagnostic,
    DslError,
    Note,
    Span,
    codes,
    explain,
    render,
)

ROOT = Path(__file__).parent.parent.parent
MLP = [
    "from dslc import Tensor, f32, graph",
    "",
    "@graph",
    "def classify(x: Tensor[f32, 8, 512], w2: Tensor[f32, 256, 10]):",
    "    return x @ w2",
]


def rendered(diagnostic: Diagnostic, source: list[str], color: bool = False) -> str:
    def read_line(file: str, line: int) -> str | None:
        return source[line - 1] if line <= len(source) else None

    return render(diagnostic, color=color, read_line=read_line)


def mark(line: int, column: int, end_line: int, end_column: int, label: str = "here") -> Diagnostic:
    span = Span("model.py", line, column, end_line, end_column)
    return Diagnostic("some-code", "what is wrong", span, label)


def lines(*text: str) -> str:
    return "\n".join(text)


MISMATCH = Diagnostic(
    "shape-mismatch",
    "the inner dims of `@` must be equal",
    Span("samples/mlp.py", 5, 12, 5, 18),
    "left is f32[8, 512], right is f32[256, 10]",
    (Note("512 comes from the last dim of `x`"),),
    "declare `w2` as Tensor[f32, 512, 10]",
)


def test_the_whole_form() -> None:
    assert rendered(MISMATCH, MLP) == lines(
        "error[shape-mismatch]: the inner dims of `@` must be equal",
        " --> samples/mlp.py:5:12",
        "  |",
        "5 |     return x @ w2",
        "  |            ^^^^^^ left is f32[8, 512], right is f32[256, 10]",
        "note: 512 comes from the last dim of `x`",
        "help: declare `w2` as Tensor[f32, 512, 10]",
    )


def test_without_a_place() -> None:
    diagnostic = Diagnostic("stale-output", "`a.py` is stale", severity="warning", help="run it")
    assert rendered(diagnostic, []) == lines(
        "warning[stale-output]: `a.py` is stale", "help: run it"
    )


def test_notes_with_a_place_share_the_margin() -> None:
    source = ["x = 1"] + [""] * 98 + ["y = x.z"]
    note = Note("`x` is set here", Span("model.py", 1, 1, 1, 2))
    diagnostic = Diagnostic("some-code", "wrong", Span("model.py", 100, 5, 100, 8), "", (note,))
    assert rendered(diagnostic, source) == lines(
        "error[some-code]: wrong",
        "   --> model.py:100:5",
        "    |",
        "100 | y = x.z",
        "    |     ^^^",
        "note: `x` is set here",
        "   --> model.py:1:1",
        "    |",
        "  1 | x = 1",
        "    | ^",
    )


def test_several_lines() -> None:
    source = ["y = f(a,  ", "", "      b,", "  c) + 1"]
    assert rendered(mark(1, 5, 4, 5), source) == lines(
        "error[some-code]: what is wrong",
        " --> model.py:1:5",
        "  |",
        "1 | y = f(a,",
        "  |     ^^^^",
        "2 |",
        "3 |       b,",
        "  |       ^^",
        "4 |   c) + 1",
        "  |   ^^ here",
    )


def test_the_middle_of_many_lines_is_left_out() -> None:
    source = [f"line{number}" for number in range(1, 13)]
    assert rendered(mark(1, 1, 12, 7), source) == lines(
        "error[some-code]: what is wrong",
        "  --> model.py:1:1",
        "   |",
        " 1 | line1",
        "   | ^^^^^",
        " 2 | line2",
        "   | ^^^^^",
        "...",
        "12 | line12",
        "   | ^^^^^^ here",
    )


def test_a_whole_line() -> None:
    diagnostic = Diagnostic("some-code", "wrong", Span.of_line("model.py", 2))
    assert rendered(diagnostic, ["", "    x = 1  ", ""]) == lines(
        "error[some-code]: wrong",
        " --> model.py:2:1",
        "  |",
        "2 |     x = 1",
        "  |     ^^^^^",
    )


UNDERLINED = {
    "tab": ("\tx\t= 1", (2, 3), "    x    = 1", "    ^"),
    "tab inside": ("x\t= 1", (1, 4), "x    = 1", "^^^^^^"),
    "wide": ('s = "日本" + x', (5, 9), 's = "日本" + x', "    ^^^^^^"),
    "after wide": ("日本 = x", (6, 7), "日本 = x", "       ^"),
    "combining": ("e\u0301 = x", (6, 7), "e\u0301 = x", "    ^"),
    "control": ("x = '\x1b[0m'", (1, 2), "x = '\ufffd[0m'", "^"),
    "at the end": ("x = (", (6, 6), "x = (", "     ^"),
    "beyond the end": ("x", (9, 12), "x", " ^"),
    "blank": ("", (1, 1), "", "^"),
}


@pytest.mark.parametrize("case", UNDERLINED)
def test_the_mark_stands_under_the_span(case: str) -> None:
    source, (start, end), shown, under = UNDERLINED[case]
    text = rendered(mark(1, start, 1, end, label=""), [source]).splitlines()
    assert text[3:] == [f"1 | {shown}".rstrip(), f"  | {under}"]


def test_a_very_long_line_is_cut() -> None:
    text = rendered(mark(1, 2001, 1, 9000), ["(" * 2000 + "x" * 8000]).splitlines()
    assert text[3:] == [
        "1 | ..." + "(" * 40 + "x" * 80 + "...",
        "  | " + " " * 43 + "^" * 80 + " here",
    ]


def test_where_the_source_cannot_be_read() -> None:
    assert rendered(mark(1, 2, 1, 3), []) == lines(
        "error[some-code]: what is wrong", " --> model.py:1:2", "  = here"
    )
    assert rendered(mark(1, 2, 1, 3, label=""), []) == lines(
        "error[some-code]: what is wrong", " --> model.py:1:2"
    )
    assert render(mark(1, 2, 1, 3)).endswith("  = here")


def test_colour_adds_nothing_but_colour() -> None:
    text = rendered(MISMATCH, MLP, color=True)
    assert "\x1b[1;31merror[shape-mismatch]\x1b[0m" in text
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == rendered(MISMATCH, MLP)


def test_an_error_reads_its_source(tmp_path: Path) -> None:
    path = tmp_path / "mödel.py"
    for name in ("first", "other"):
        path.write_text(f"{name} = 1\r\n", "utf-8")
        error = DslError(Diagnostic("some-code", "wrong", Span(str(path), 1, 1, 1, 6)))
        assert str(error) == lines(
            "error[some-code]: wrong",
            f" --> {path}:1:1",
            "  |",
            f"1 | {name} = 1",
            "  | ^^^^^",
        )


def test_an_error_of_several_diagnostics() -> None:
    error = DslError(Diagnostic("one", "first"), Diagnostic("two", "second"))
    assert error.code == "one"
    assert [diagnostic.code for diagnostic in error.diagnostics] == ["one", "two"]
    assert str(error) == lines("error[one]: first", "", "error[two]: second")


def test_a_bug_shows_its_context() -> None:
    assert str(CompilerBug("a value has two definitions")) == "a value has two definitions"
    assert str(CompilerBug("two definitions", "x = ...")) == lines("two definitions", "", "x = ...")


# --- the catalogue ----------------------------------------------------------------------------


def test_codes_are_sorted_words() -> None:
    assert list(codes()) == sorted(codes())
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code) for code in codes())


@pytest.mark.parametrize("code", codes())
def test_a_page_says_why_shows_an_example_and_its_fix(code: str) -> None:
    page = explain(code)
    assert page is not None
    assert page.startswith(f"# {code}\n\n")
    why, example, fix = page.split("```", 2)
    assert len(why.splitlines()) >= 3
    assert example.startswith(("python\n", "console\n"))
    assert fix.strip()
    assert page.count("```") % 2 == 0


def test_there_is_no_page_for_an_unknown_code() -> None:
    for code in ("no-such-code", "", "../diagnostics", "syntax-error.md"):
        assert explain(code) is None


def used_codes() -> set[str]:
    """The codes that stand as text in the source, where a diagnostic is made."""
    found: set[str] = set()
    for folder in ("ir", "cpu", "gpu", "dsl", "transpile", "cli"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                found |= set(codes_of(node))
    return found


def codes_of(call: ast.AST) -> Iterator[str]:
    if not isinstance(call, ast.Call):
        return
    made_by = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    if made_by.strip("_") in ("Diagnostic", "RuleError", "refuse", "refusal"):
        for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
            text = argument.value if isinstance(argument, ast.Constant) else None
            if isinstance(text, str) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", text):
                yield text


def test_every_code_in_use_has_a_page() -> None:
    assert used_codes() - set(codes()) == set()
