"""Lines of C++ while they are written: indentation, blocks, loop nests, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from dslc.ir.graph import Node

INDENT = "  "
WIDTH = 100
_BREAK = re.compile(r",(?= )(?! \d+>)")  # not inside of `Array<f32, 2>`
_CONST = re.compile("\0(\\w+)\0")


class Line(NamedTuple):
    """A line, and the node that it implements."""

    text: str
    origin: Node | None


class Lines:
    """The lines of one function.

    Attributes:
        origin: the node that lines are written for.
    """

    def __init__(self) -> None:
        self.origin: Node | None = None
        self._lines: list[Line] = []
        self._assigned: set[str] = set()
        self._depth = 0

    def text(self) -> list[str]:
        """The lines; a variable that `define_once` began is const unless it is assigned again."""
        return [
            _CONST.sub(lambda match: "" if match[1] in self._assigned else "const ", line.text)
            for line in self._lines
        ]

    def origins(self) -> list[Node | None]:
        """The node that each line implements."""
        return [line.origin for line in self._lines]

    def line(self, text: str) -> None:
        """Add a line at the present indentation; a long one is wrapped, its comment before it."""
        indent = INDENT * self._depth
        code, mark, note = text.partition("  // ")
        if len(indent + text) <= WIDTH or not code or code.startswith("//"):
            self._add(indent + text)
            return
        if mark:
            self._add(f"{indent}// {note}")
        for part in wrapped(code, indent):
            self._add(part)

    def _add(self, text: str) -> None:
        self._lines.append(Line(text, self.origin))

    def define_once(self, type_: str, name: str, expression: str) -> None:
        """Define a number: const, unless it is assigned later."""
        self.line(f"\0{name}\0{type_} {name} = {expression};")

    def assign(self, name: str, expression: str) -> None:
        """Give a variable another value."""
        self._assigned.add(name)
        self.line(f"{name} = {expression};")

    @contextmanager
    def indented(self, steps: int = 1) -> Iterator[None]:
        """Indent what is written inside."""
        self._depth += steps
        yield
        self._depth -= steps

    @contextmanager
    def block(self, head: str, end: str = "}") -> Iterator[None]:
        """Indent what is written inside, between `head {` and its end."""
        self.line(f"{head} {{")
        with self.indented():
            yield
        self.line(end)

    @contextmanager
    def captured(self, steps: int = 1) -> Iterator[list[Line]]:
        """Collect what is written inside, further indented, instead of adding it."""
        outer, self._lines = self._lines, []
        with self.indented(steps):
            yield self._lines
        self._lines = outer

    def add_block(self, head: str, lines: Sequence[Line], others: Sequence[Line] = ()) -> None:
        """Add collected lines between `head {` and `}`, others in an `else`."""
        self.line(f"{head} {{")
        self._lines.extend(lines)
        if others:
            self.line("} else {")
            self._lines.extend(others)
        self.line("}")

    @contextmanager
    def nest(self, heads: Sequence[str]) -> Iterator[None]:
        """A nest of loops; one statement that fits stands on the line of the innermost."""
        *outer, inner = heads or [""]
        for head in outer:
            self.line(f"{head} {{")
            self._depth += 1
        with self.captured(steps=bool(heads)) as body:
            yield
        self._add_innermost(inner, body)
        for _ in outer:
            self._depth -= 1
            self.line("}")

    def _add_innermost(self, head: str, body: list[Line]) -> None:
        short = f"{head} {body[0].text.strip()}" if len(body) == 1 else ""
        if not head:
            self._lines.extend(body)
        elif short and len(INDENT) * self._depth + len(short) <= WIDTH:
            self.line(short)
        else:
            self.add_block(head, body)


def wrapped(code: str, indent: str = "") -> list[str]:
    """A statement or comment as lines that fit, broken after commas."""
    lines, rest = [], indent + code
    inner = f"{indent}//     " if code.startswith("// ") else indent + INDENT * 2
    while len(rest.replace("\0", "")) > WIDTH:
        cuts = [match.end() for match in _BREAK.finditer(rest, len(inner), WIDTH)]
        beyond = None if cuts else _BREAK.search(rest, WIDTH)
        if not cuts and beyond is None:
            break
        cut = beyond.end() if beyond else cuts[-1]
        lines.append(rest[:cut])
        rest = inner + rest[cut + 1 :]
    return [*lines, rest]


def is_word(text: str) -> bool:
    """Whether an expression is one name or number."""
    return text.isidentifier() or text.isdigit()


def negated(condition: str) -> str:
    """The opposite of a condition."""
    return f"!({condition})" if " " in condition else f"!{condition}"


def at(indices: Sequence[str]) -> str:
    """The index of an array's element: `()`, `[i0]`, `(i0, i1)`."""
    return f"[{indices[0]}]" if len(indices) == 1 else f"({', '.join(indices)})"


def comment(text: str) -> str:
    """Text for a line comment, which it cannot end: one line, no backslash before its end."""
    shown = "".join(c if c.isprintable() else " " for c in text).rstrip()
    return f"{shown} ." if shown.endswith("\\") else shown


def operand_text(text: str) -> str:
    """An operand inside an expression: a sign or an operator outside of brackets needs some."""
    return f"({text})" if text.startswith("-") or _has_outer_space(text) else text


def _has_outer_space(text: str) -> bool:
    depth = 0
    for character in text:
        if character == " " and depth == 0:
            return True
        depth += (character in "([") - (character in ")]")
    return False
