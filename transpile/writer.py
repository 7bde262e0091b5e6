"""The emitted text while it grows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from dslc.ir.diagnostics import Span

WIDTH = 100
INDENT = "    "

SavedText: TypeAlias = tuple[int, int, tuple[int, int] | None]


class Writer:
    """The lines of one function."""

    def __init__(self, depth: int = 1) -> None:
        self.lines: list[str] = []
        self.source_lines: list[int] = []  # of each `g.at`, in the order of the text
        self.depth = depth
        self._at: tuple[int, int] | None = None  # where the statement's `g.at` and its number stand
        self._bare = -1  # where the last simple statement without nodes ended

    def line(self, text: str) -> None:
        """Append a line at the current depth."""
        self.lines.append(INDENT * self.depth + text if text else "")

    def begin(self) -> None:
        """A new statement begins."""
        self._at = None

    def at(self, g: str, statement: str, span: Span) -> None:
        """The line that names the statement of the source which the next lines implement."""
        room = WIDTH - len(INDENT) * self.depth - len(f'{g}.at("")')
        if len(statement) > room:
            statement = statement[: room - 3] + "..."
        self._at = len(self.lines), len(self.source_lines)
        self.line(f"{g}.at({quoted(statement)})")
        self.source_lines.append(span.line)
        if self.lines[-2:-1] == self.lines[-1:] and self.source_lines[-2] == span.line:
            self.restore((len(self.lines) - 1, len(self.source_lines) - 1, None))
            self._at = len(self.lines) - 1, len(self.source_lines) - 1

    def head(self) -> tuple[list[str], list[int]]:
        """The statement's text so far, from the line on that names it, for `begin_again`."""
        if self._at is None:
            return [], []
        line, number = self._at
        return self.lines[line:], self.source_lines[number:]

    def begin_again(self, head: tuple[list[str], list[int]]) -> None:
        """Put back what `restore` cannot: the line that names the statement may be dropped."""
        if self._at is not None:
            line, number = self._at
            self.lines[line:], self.source_lines[number:] = head

    def drop_bare(self, g: str) -> bool:
        """Take back the statement's `at` when no node came after it; tells whether it did.

        Plain Python speaks for itself.
        """
        if self._at is None:
            return False
        line, number = self._at
        self._at = None
        if any(re.search(rf"\b{g}\b", text) for text in self.lines[line + 1 :]):
            return False
        del self.lines[line]
        del self.source_lines[number]
        return True

    def end_simple(self, g: str) -> None:
        """A simple statement ends; those without nodes that follow each other stand together."""
        if self._at is None:
            return
        first = self._at[0]
        if not self.drop_bare(g):
            return
        if 0 < first == self._bare + 1 and not self.lines[self._bare]:
            del self.lines[self._bare]
        self._bare = len(self.lines)

    def call(self, head: str, arguments: list[str]) -> None:
        """Append `head(arguments)`, one argument a line where it does not fit."""
        whole = f"{head}({', '.join(arguments)})"
        if len(INDENT) * self.depth + len(whole) <= WIDTH or not arguments:
            self.line(whole)
            return
        self.line(f"{head}(")
        for argument in arguments:
            self.line(f"{INDENT}{argument},")
        self.line(")")

    def retarget(self, old: str, new: str) -> bool:
        """Let the statement just written bind `new` instead of `old`; tells whether it did."""
        outer, inner = INDENT * self.depth, INDENT * (self.depth + 1)
        for number in range(len(self.lines) - 1, -1, -1):
            line = self.lines[number]
            if line.startswith(f"{outer}{old} = "):
                changed = outer + new + line.removeprefix(outer + old)
                fits = len(changed) <= WIDTH
                self.lines[number] = changed if fits else line
                return fits
            if not line.startswith(inner) and line != f"{outer})":
                return False
        return False

    def unnamed(self, name: str) -> None:
        """Let the call just written give its value no name, where this is its name."""
        indent, _, call = self.lines[-1].partition(f"{name} = ") if self.lines else ("", "", "")
        if call and not indent.strip():
            self.lines[-1] = indent + call

    def reserve(self, what: str) -> int:
        """Append a line whose text comes later, by `fill`; gives its number.

        `what` stands there meanwhile: `def:` or `return`.
        """
        self.lines.append(INDENT * self.depth + what)
        return len(self.lines) - 1

    def fill(self, number: int, text: str) -> None:
        """The text of a reserved line."""
        line = self.lines[number]
        self.lines[number] = line[: len(line) - len(line.lstrip())] + text

    def cut(self, *starts: int) -> list[list[str]]:
        """Take away the lines from the first of these numbers on, in one list from each number."""
        stops = [*starts[1:], len(self.lines)]
        parts = [self.lines[start:stop] for start, stop in zip(starts, stops, strict=True)]
        del self.lines[starts[0] :]
        return parts

    def paste(self, lines: list[str]) -> None:
        """Put lines that were cut back, one level deeper."""
        self.lines += [INDENT + line if line else "" for line in lines]

    def is_if(self, lines: list[str]) -> bool:
        """Whether lines that were cut are one `if` statement and nothing else."""
        margin = INDENT * self.depth
        inside = (margin + INDENT, f"{margin}else:", f"{margin}elif ")
        first, *others = lines or [""]
        return first.startswith(f"{margin}if ") and all(
            not line or line.startswith(inside) for line in others
        )

    def paste_elif(self, lines: list[str]) -> None:
        """Put an `if` statement that was cut back as the `elif` of the one before."""
        margin = INDENT * self.depth
        self.lines += [f"{margin}el{lines[0].removeprefix(margin)}", *lines[1:]]

    def blank(self) -> None:
        """An empty line, unless one stands there or a block has just begun."""
        if self.lines and self.lines[-1] and not self.lines[-1].endswith(":"):
            self.lines.append("")

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def save(self) -> SavedText:
        """How far the text is, for `restore`."""
        return len(self.lines), len(self.source_lines), self._at

    def restore(self, state: SavedText, *, within: bool = False) -> None:
        """Take back what was written since; `within` says that the same statement goes on."""
        lines, numbers, at = state
        del self.lines[lines:]
        del self.source_lines[numbers:]
        self._at = at if within else None


def quoted(text: str) -> str:
    """A string literal in double quotes wherever that needs no escape that single quotes do not."""
    literal = repr(text)
    if literal.startswith("'") and '"' not in text:
        return f'"{literal[1:-1]}"'
    return literal
