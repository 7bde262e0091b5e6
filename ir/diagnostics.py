"""What a user is told: spans, diagnostics, the two exceptions, and their text.

`DslError` is the user's: it says what is wrong with a program, and where. `CompilerBug` is ours.
Every code has a page, `catalogue/CODE.md`, which `explain` returns: a new code is one new file.
"""

from __future__ import annotations

import linecache
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ReadLine = Callable[[str, int], str | None]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a file; lines and columns (code points) count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of_line(cls, file: str, line: int) -> Span:
        """The whole of one line."""
        return cls(file, line, 1, line + 1, 1)


@dataclass(frozen=True, slots=True)
class Note:
    """A further fact, with the place it comes from where there is one."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a source: `replacement` in place of what the span covers, perhaps nothing."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing wrong with a program.

    `message`, `label` (under the marked source) and `notes` say what is; only `help` says what to
    do. `edits` do it, all of them or none: there are some only where what to write is certain.
    """

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    notes: tuple[Note, ...] = ()
    help: str | None = None
    severity: Literal["error", "warning", "note"] = "error"
    edits: tuple[Edit, ...] = ()


class DslError(Exception):
    """A program or a call is wrong; `str` gives the rendered diagnostics."""

    def __init__(self, first: Diagnostic, *others: Diagnostic) -> None:
        super().__init__(first, *others)
        self.diagnostics: tuple[Diagnostic, ...] = (first, *others)

    @property
    def code(self) -> str:
        """The code of the first diagnostic."""
        return self.diagnostics[0].code

    def __str__(self) -> str:
        return "\n\n".join(render(diagnostic) for diagnostic in self.diagnostics)


class CompilerBug(Exception):
    """dslc is wrong; `context` is what helps to find out why, such as the printed graph."""

    def __init__(self, message: str, context: str = "") -> None:
        super().__init__(message, context)
        self.message = message
        self.context = context

    def __str__(self) -> str:
        return f"{self.message}\n\n{self.context}" if self.context else self.message


# --- rendering --------------------------------------------------------------------------------


def source_line(file: str, line: int) -> str | None:
    """Line `line` of `file` without its line end; None where there is no such line."""
    linecache.checkcache(file)
    text = linecache.getline(file, line)
    return text.rstrip("\r\n") if text else None


def render(
    diagnostic: Diagnostic, *, color: bool = False, read_line: ReadLine = source_line
) -> str:
    """The text a user reads, without a line end after the last line; ANSI colours if `color`."""
    paint = _PALETTE[diagnostic.severity] if color else _PLAIN
    spans = [diagnostic.span, *(note.span for note in diagnostic.notes)]
    margin = max((len(str(_last_line(span))) for span in spans if span), default=1)
    title = paint.mark(f"{diagnostic.severity}[{diagnostic.code}]")
    lines = [title + paint.bold(f": {diagnostic.message}")]
    if diagnostic.span:
        lines += _excerpt(diagnostic.span, diagnostic.label, margin, paint, read_line)
    for note in diagnostic.notes:
        lines.append(f"{paint.bold('note')}: {note.text}")
        if note.span:
            lines += _excerpt(note.span, "", margin, paint, read_line)
    if diagnostic.help is not None:
        lines.append(f"{paint.bold('help')}: {diagnostic.help}")
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Paint:
    """ANSI codes for the marked parts; empty for plain text."""

    marked: str
    ruled: str
    strong: str
    reset: str

    def mark(self, text: str) -> str:
        return f"{self.marked}{text}{self.reset}"

    def rule(self, text: str) -> str:
        return f"{self.ruled}{text}{self.reset}"

    def bold(self, text: str) -> str:
        return f"{self.strong}{text}{self.reset}"


_PLAIN = _Paint("", "", "", "")
_PALETTE = {
    "error": _Paint("\x1b[1;31m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m"),
    "warning": _Paint("\x1b[1;33m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m"),
    "note": _Paint("\x1b[1;36m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m"),
}


def _excerpt(
    span: Span, label: str, margin: int, paint: _Paint, read_line: ReadLine
) -> Iterator[str]:
    """The arrow line and, where it can be read, the source with the span underlined."""
    yield f"{' ' * margin}{paint.rule('-->')} {span.file}:{span.line}:{span.column}"
    sources = {line: read_line(span.file, line) for line in _shown_lines(span)}
    if None in sources.values():
        if label:
            yield f"{' ' * margin} {paint.rule('=')} {label}"
        return
    yield f"{' ' * margin} {paint.rule('|')}"
    for line, source in sources.items():
        if line > span.line and line - 1 not in sources:
            yield paint.rule("...")
        text, start, end = _cropped(source or "", *_covered(span, line, source or ""))
        yield f"{paint.rule(f'{line:>{margin}} |')} {_visible(text)}".rstrip()
        is_last = line == _last_line(span)
        if start < end or is_last:
            under = "^" * max(1, _width(text[start:end])) + (f" {label}" if is_last else "")
            before = " " * _width(text[:start])
            yield f"{' ' * margin} {paint.rule('|')} {before}{paint.mark(under.rstrip())}"


def _last_line(span: Span) -> int:
    """The last line with something of the span on it: an end at column 1 is the line before."""
    ends_before = span.end_column <= 1 and span.end_line > span.line
    return max(span.line, span.end_line - ends_before)


def _shown_lines(span: Span) -> Sequence[int]:
    """The lines of a span to show: the middle of a long one is left out."""
    last = _last_line(span)
    return range(span.line, last + 1) if last - span.line < 4 else (span.line, span.line + 1, last)


def _covered(span: Span, line: int, text: str) -> tuple[int, int]:
    """The part of a line that the span covers, as indices, without blanks at either side."""
    is_whole = span.column == 1 and span.end_line > line
    starts_here = line == span.line and not is_whole
    start = span.column - 1 if starts_here else len(text) - len(text.lstrip())
    end = span.end_column - 1 if line == span.end_line else len(text.rstrip())
    start = min(max(start, 0), len(text))
    return start, min(max(start, end), len(text))


_WIDEST = 120


def _cropped(text: str, start: int, end: int) -> tuple[str, int, int]:
    """A far too long line as the part around the start of the span, and the span in it."""
    if len(text) <= _WIDEST:
        return text, start, end
    first = max(0, min(start - _WIDEST // 3, len(text) - _WIDEST))
    last = first + _WIDEST
    before, after = "..." if first else "", "..." if last < len(text) else ""
    shift = len(before) - first
    return before + text[first:last] + after, start + shift, min(end, last) + shift


_TAB = " " * 4


def _visible(text: str) -> str:
    """Source text that moves no cursor: tabs as four spaces, control characters replaced."""
    return "".join(
        _TAB if char == "\t" else "\ufffd" if unicodedata.category(char) == "Cc" else char
        for char in text
    )


def _width(text: str) -> int:
    """How many columns a terminal gives to `_visible(text)`."""
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if char == "\t":
        return len(_TAB)
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


# --- the catalogue ----------------------------------------------------------------------------


def codes() -> tuple[str, ...]:
    """Every diagnostic code that has a page, sorted."""
    return tuple(sorted(_pages()))


def explain(code: str) -> str | None:
    """The page of a code, in Markdown: why, an example, its fix; None for an unknown code."""
    page = _pages().get(code)
    return None if page is None else page.read_text(encoding="utf-8")


def _pages() -> dict[str, Traversable]:
    # Loaded here: `import dslc` must stay quick, and few runs explain a code.
    from importlib.resources import files

    pages = files("dslc.ir").joinpath("catalogue").iterdir()
    return {page.name.removesuffix(".md"): page for page in pages if page.name.endswith(".md")}
