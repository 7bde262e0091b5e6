"""One parsed file: its libcst tree, and where everything in it stands."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from dslc.ir.diagnostics import Diagnostic, DslError, Span

from .syntax import error_span
from .tree import line_starts, span_text


def identifier(node: cst.Name) -> str:
    """The name that Python knows: `ﬁ` and `fi` are one."""
    return node.value if node.value.isascii() else unicodedata.normalize("NFKC", node.value)


class Definition(NamedTuple):
    """A function or class; `start` and `end` are offsets of `def` or `class` and after the body.

    The end includes comment lines that belong to the body, without the line end after it.
    """

    node: cst.FunctionDef | cst.ClassDef
    start: int
    end: int


class _Wrapper(MetadataWrapper):
    """Finds positions without a walk over the whole tree that asks nobody."""

    def visit_batched(
        self,
        visitors: Iterable[cst.BatchableCSTVisitor],
        before_visit: Callable[[cst.CSTNode], None] | None = None,
        after_leave: Callable[[cst.CSTNode], None] | None = None,
    ) -> cst.CSTNode:
        visitors = list(visitors)
        if not visitors:
            return self.module
        return super().visit_batched(visitors, before_visit, after_leave)


class Source:
    """A text that Python accepts, parsed. Offsets and columns count code points."""

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self._starts = line_starts(text)
        module = _parse(text, path)
        # libcst makes each node once, so that there is nothing to copy.
        wrapper = _Wrapper(module, unsafe_skip_copy=True)
        self._positions = wrapper.resolve(PositionProvider)
        self._left_out = _left_out(text, module)
        self._identifiers: list[tuple[int, str]] = []
        self._comments: list[tuple[int, str]] = []
        self._yields: list[tuple[int, str]] = []
        self.definitions: list[Definition] = []
        self.lambdas: list[cst.Lambda] = []
        self._index()

    def _index(self) -> None:
        """Collect what is looked up by place; the positions come in the order of the text."""
        for node in self._positions:
            if type(node) is cst.Name:  # much faster than isinstance, which asks ABCMeta
                self._identifiers.append((self.start(node), identifier(node)))
            elif type(node) is cst.Comment:
                self._comments.append((self.start(node), node.value))
            elif type(node) is cst.Yield:
                self._yields.append((self.start(node), "yield"))
            elif type(node) is cst.Lambda:
                self.lambdas.append(node)
            elif type(node) is cst.FunctionDef or type(node) is cst.ClassDef:
                # A definition comes after all it holds, comment lines at the end of it included.
                end = self.end(node)
                if self._comments:
                    offset, comment = self._comments[-1]
                    end = max(end, offset + len(comment))
                self.definitions.append(Definition(node, self.start(node), end))
        self.definitions.sort(key=lambda definition: definition.start)
        self.lambdas.sort(key=self.start)

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node stands, without the parentheses around it."""
        return self.between(self.start(node), self.end(node))

    def start(self, node: cst.CSTNode) -> int:
        """The offset of a node's first character."""
        place = self._positions[node].start
        return self._offset(place.line, place.column)

    def end(self, node: cst.CSTNode) -> int:
        """The offset after a node's last character."""
        place = self._positions[node].end
        return self._offset(place.line, place.column)

    def after_colon(self, suite: cst.BaseSuite) -> int:
        """The offset after the colon that opens a suite."""
        if isinstance(suite, cst.IndentedBlock):
            return self.start(suite.header)
        assert isinstance(suite, cst.SimpleStatementSuite)
        return self.start(suite.leading_whitespace)

    def between(self, start: int, end: int) -> Span:
        """The span from one offset to another."""
        line, column = self._place(start)
        end_line, end_column = self._place(end)
        return Span(self.path, line, column, end_line, end_column)

    def code(self, span: Span) -> str:
        """The text a span covers."""
        return span_text(self.text, self._starts, span)

    def line_start(self, offset: int) -> int:
        """The offset of the first character of the line that holds `offset`."""
        return self._starts[self._place(offset)[0] - 1]

    def line_end(self, offset: int) -> int:
        """The offset after the line that holds `offset`, its line end included."""
        line, _ = self._place(offset)
        return self._starts[line] if line < len(self._starts) else len(self.text)

    def identifiers(self, start: int, end: int) -> frozenset[str]:
        """The identifiers that occur between two offsets."""
        return frozenset(_between(self._identifiers, start, end))

    def comments(self, start: int, end: int) -> tuple[str, ...]:
        """The comments between two offsets."""
        return tuple(_between(self._comments, start, end))

    def has_yield(self, start: int, end: int) -> bool:
        """Whether a `yield` stands between two offsets."""
        return bool(_between(self._yields, start, end))

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column + self._left_out.get(line, 0)

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_left(self._starts, offset + 1)
        return line, offset - self._starts[line - 1] + 1


def _parse(text: str, path: str) -> cst.Module:
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        # The attributes of the error are wrong about the place, its text is right.
        found = re.search(r"error at (\d+):(\d+): (.*)", error.message)
        line, column, message = found.groups() if found else ("1", "1", error.message)
        start = (int(line), int(column) - 1)
        span = error_span(text, path, start, start)
        said = f"the transpiler cannot read what Python can: {message}"
        help_text = "split the statement, or write it in another form"
        raise DslError(Diagnostic("syntax-error", said, span, help=help_text)) from None


def _left_out(text: str, module: cst.Module) -> dict[int, int]:
    """How many characters libcst left out at the start of a line, where it did (form feeds)."""
    if "\f" not in text:
        return {}
    pairs = zip(_lines(text), _lines(module.code), strict=False)
    return {
        number: len(line) - len(kept)
        for number, (line, kept) in enumerate(pairs, start=1)
        if len(line) != len(kept)
    }


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def _between(found: Sequence[tuple[int, str]], start: int, end: int) -> list[str]:
    first, last = (bisect_left(found, (offset, "")) for offset in (start, end))
    return [text for _, text in found[first:last]]
