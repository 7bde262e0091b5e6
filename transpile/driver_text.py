"""The text of a function with breaks: its source, with calls in place of what subgraphs run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .breakable import end_of
from .pieces import Computed, Kept, Piece, Run, breaks_in, reasons
from .splice import Change, splice
from .tree import Expression, Function, If, Module, Statement, lines_of
from .writer import INDENT, WIDTH


@dataclass(slots=True)
class DriverText:
    """Writes the Python of one function.

    Attributes:
        module: its module.
        names: of its subgraphs.
        numbers: of the breaks that statements are in.
    """

    module: Module
    names: Mapping[Run, str]
    numbers: dict[Kept, int] = field(default_factory=dict)

    def lines(
        self, function: Function, decorator: str, head: str, pieces: list[Piece]
    ) -> list[str]:
        """The lines of the emitted function; `head` goes from `def` to the colon."""
        breaks = breaks_in(pieces)
        for number, each in enumerate(breaks, start=1):
            self.numbers.update(dict.fromkeys(each.kept, number))
        lines_of_breaks = ", ".join(str(each.kept[0].statement.span.line) for each in breaks)
        start, after = self._offset(function.span.line, function.span.column), self._end(function)
        inside = self._block(pieces, after)
        newline = "\r\n" if "\r\n" in self.module.text else "\n"
        # In a line of its own, so that a line inserted above changes nothing else.
        table = f"{function.indent}# breaks at lines {lines_of_breaks}{newline}" if breaks else ""
        first = Change(function.start, after, f"{table}{function.indent}{decorator}{newline}")
        named = Change(after, after, f"{function.indent}{head}" if start < after else "")
        text = self._spliced(function.start, function.end, [first, named, *inside])
        lines = [line.rstrip("\r\n") for line in lines_of(text)]
        # Who compiles an inner function gets it as it stands, in a block.
        return ["if True:", *lines] if function.indent else lines

    def _end(self, function: Function) -> int:
        return self._offset(function.span.end_line, function.span.end_column)

    # --- changes ------------------------------------------------------------------------------

    def _block(self, pieces: list[Piece], anchor: int) -> Iterator[Change]:
        """The changes in a block; comments go to the line of their statement, or to `anchor`."""
        for piece in pieces:
            first = piece.covers[0] if isinstance(piece, Run) else piece.statement
            anchor = self._line(first, anchor)
            if isinstance(piece, Run):
                yield self._called(piece)
                continue
            yield from self._comments(piece, anchor)
            for hoisted in piece.hoisted:
                call = self._expression(hoisted.call, piece.computed)
                start = self._start(first)
                yield Change(start, start, self._before(first, hoisted.name, call))
            if not piece.hoisted:
                for computed in piece.computed:
                    yield Change(*self._range(computed.expression), self._call(computed.run))
            for block in piece.blocks:
                yield from self._block(block, anchor)

    def _called(self, run: Run) -> Change:
        """The statements of a run as one call."""
        start = self._start(run.covers[0])
        ends = [end_of(s) for s in run.covers]
        end = max(self._offset(span.end_line, span.end_column) for span in ends)
        indent = self._indent(run.covers[0])
        is_elif = isinstance(run.covers[0], If) and self.module.text.startswith("elif", start)
        inner = indent + INDENT if is_elif else indent
        text = self._statement(run, inner)
        return Change(start, end, f"else:\n{inner}{text}" if is_elif else text)

    def _statement(self, run: Run, indent: str) -> str:
        targets = f"{', '.join(run.outputs)} = " if run.outputs else ""
        head = "return " if run.part.returns else targets
        call = self._call(run)
        if len(indent) + len(head) + len(call) <= WIDTH:
            return f"{head}{call}"
        name, inputs = self.names[run], ", ".join(run.part.inputs)
        return f"{head}{name}(\n{indent}{INDENT}{inputs}\n{indent})"

    def _call(self, run: Run) -> str:
        return f"{self.names[run]}({', '.join(run.part.inputs)})"

    def _comments(self, kept: Kept, anchor: int) -> Iterator[Change]:
        """The line that tells why a statement is Python."""
        if kept not in self.numbers:
            return
        indent = self._indent_at(anchor)
        for reason in reasons(kept, self.module):
            note = f"# break {self.numbers[kept]}: {reason}"
            yield Change(anchor, anchor, f"{indent}{note}\n")

    def _before(self, s: Statement, name: str, call: str) -> str:
        """A call and its name before the statement that it was in."""
        start = self._start(s)
        alone = self.module.text[self._line_start(start) : start].isspace()
        return f"{name} = {call}\n{self._indent(s)}" if alone else f"{name} = {call}; "

    def _expression(self, e: Expression, computed: list[Computed]) -> str:
        """An expression of Python with the calls of subgraphs in it."""
        start, end = self._range(e)
        changes = [Change(*self._range(each.expression), self._call(each.run)) for each in computed]
        inside = [change for change in changes if start <= change.start and change.end <= end]
        return self._spliced(start, end, inside)

    def _spliced(self, start: int, end: int, changes: list[Change]) -> str:
        moved = [Change(a - start, b - start, text) for a, b, text in changes]
        return splice(self.module.text[start:end], moved)

    # --- places -------------------------------------------------------------------------------

    def _line(self, s: Statement, anchor: int) -> int:
        """Where a line above a statement goes: the start of its line, unless more is on it."""
        start = self._start(s)
        line = self._line_start(start)
        before = self.module.text[line:start]
        continued = self.module.text[:line].rstrip("\r\n").endswith("\\")
        clean = not before.strip() and not continued
        return line if clean else anchor

    def _start(self, s: Statement) -> int:
        return self._offset(s.span.line, s.span.column)

    def _range(self, e: Expression) -> tuple[int, int]:
        span = e.span
        return self._offset(span.line, span.column), self._offset(span.end_line, span.end_column)

    def _offset(self, line: int, column: int) -> int:
        return self.module.starts[line - 1] + column - 1

    def _line_start(self, offset: int) -> int:
        text = self.module.text
        return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1

    def _indent(self, s: Statement) -> str:
        return self._indent_at(self._line_start(self._start(s)))

    def _indent_at(self, line: int) -> str:
        rest = self.module.text[line : line + 200]
        return rest[: len(rest) - len(rest.lstrip())]
