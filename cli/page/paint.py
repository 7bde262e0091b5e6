"""Text in colours: the tokens of Python and C++ lines, each with the class it has in the page."""

import io
import keyword
import re
import token
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """A piece of a line; `kind` is `keyword`, `name`, `string`, `number`, `comment` or ""."""

    kind: str
    text: str


Painted = list[list[Span]]
"""The spans of each line; together they are the line."""


@dataclass(slots=True)
class _Canvas:
    """Lines while their tokens are found in order."""

    lines: Sequence[str]
    done: Painted = field(default_factory=lambda: [[]])
    column: int = 0

    def paint(self, start: tuple[int, int], end: tuple[int, int], kind: str) -> None:
        """Give a stretch its kind; lines count from 1, columns from 0."""
        if start < (len(self.done), self.column):
            return
        self._advance(start, "")
        self._advance(end, kind)

    def finish(self) -> Painted:
        """Everything, what comes after the last token too."""
        self._advance((len(self.lines), len(self.lines[-1]) if self.lines else 0), "")
        return self.done[: len(self.lines)]

    def _advance(self, to: tuple[int, int], kind: str) -> None:
        line, column = min(to, (len(self.lines), 1 << 60))
        while len(self.done) < line:
            self._add(len(self._line), kind)
            self.done.append([])
            self.column = 0
        self._add(column, kind)

    @property
    def _line(self) -> str:
        return self.lines[len(self.done) - 1] if len(self.done) <= len(self.lines) else ""

    def _add(self, end: int, kind: str) -> None:
        text = self._line[self.column : end]
        if text:
            self.done[-1].append(Span(kind, text))
        self.column = max(self.column, end)


# --- Python ---------------------------------------------------------------------------------------


def paint_python(lines: Sequence[str]) -> Painted:
    """Python text by Python's own tokenizer; what it does not read stays plain."""
    canvas = _Canvas(lines)
    try:
        for each in _python_tokens(lines):
            canvas.paint(*each)
    except (tokenize.TokenError, SyntaxError):
        pass  # an unfinished text: what was read is painted
    return canvas.finish()


def _python_tokens(
    lines: Sequence[str],
) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    depth = 0  # of f-strings, which are one string here
    begun = (0, 0)
    before = ""
    text = "".join(f"{line}\n" for line in lines)
    for each in tokenize.generate_tokens(io.StringIO(text).readline):
        name = token.tok_name[each.type]
        if name.endswith("STRING_START"):
            begun = begun if depth else each.start
            depth += 1
        elif name.endswith("STRING_END"):
            depth -= 1
            if not depth:
                yield begun, each.end, "string"
        elif not depth:
            kind = _kind(each, before)
            if kind:
                yield each.start, each.end, kind
        before = each.string


def _kind(each: tokenize.TokenInfo, before: str) -> str:
    if each.type == token.NAME:
        if before in ("def", "class"):
            return "name"
        return "keyword" if keyword.iskeyword(each.string) else ""
    kinds = {token.STRING: "string", token.NUMBER: "number", token.COMMENT: "comment"}
    return kinds.get(each.type, "")


# --- C++ ------------------------------------------------------------------------------------------

_CPP = re.compile(
    r"""(?P<comment>//.*)
    | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    | (?P<keyword>^\#\w+|\b(?:bool|break|const|continue|else|enum|false|for|if|return|static|struct
        |template|true|void|while)\b)
    | (?P<name>\b(?:Array|Error|PyObject|TRY|[iu](?:8|16|32|64)|f(?:16|32|64)|bf16)\b)
    | (?P<number>\b(?:0x[\da-fA-F']+|\d[\d.]*(?:e[+-]?\d+)?)[a-zA-Z]*)
    | (?P<word>\w+)""",
    re.VERBOSE,
)


def paint_cpp(lines: Sequence[str]) -> Painted:
    """The C++ of a kernel, line by line: no comment or string of it goes over a line's end."""
    canvas = _Canvas(lines)
    for number, line in enumerate(lines, 1):
        for match in _CPP.finditer(line):
            if match.lastgroup not in (None, "word"):
                canvas.paint((number, match.start()), (number, match.end()), str(match.lastgroup))
    return canvas.finish()
