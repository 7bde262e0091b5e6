"""Which refusals a break answers, and which statement each is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from dslc.ir.diagnostics import Diagnostic, Span

from .sugar import Match, With
from .tree import Break, Continue, For, If, Module, OpaqueStatement, Statement, While
from .weights import statements_in

WRONG = frozenset(
    (
        "annotation-missing",
        "annotation-unknown",
        "axis-out-of-range",
        "captured-changed",
        "dim-as-number",
        "dtype-mismatch",
        "index-out-of-range",
        "rank-mismatch",
        "shape-assumption",
        "shape-mismatch",
        "syntax-error",
        "truth-of-array",
        "unbound-name",
        "write-to-parameter",
    )
)
"""Codes of what is wrong with the program itself: Python would not run it either, or should not."""


def stays_wrong(diagnostic: Diagnostic) -> bool:
    """Whether Python is no way out."""
    scope = any(f"`{word}`" in diagnostic.message for word in ("global", "nonlocal"))
    return diagnostic.code in WRONG or (diagnostic.code == "unsupported-construct" and scope)


Refused = tuple[int, tuple[Diagnostic, ...]]
"""The number of a statement, and why no graph has it."""


def first_refused(
    module: Module,
    statements: tuple[Statement, ...],
    refused: Iterable[Diagnostic],
    prefix: Callable[[int], list[Diagnostic]],
) -> Refused | None:
    """The first statement that a walk refused; None where it refused none.

    `prefix` walks the first statements alone: what is refused elsewhere, as in a plain function
    that a statement calls, is found so.
    """
    found: dict[int, list[Diagnostic]] = {}
    elsewhere = []
    for diagnostic in refused:
        number = _number(module, statements, diagnostic.span)
        if number is None:
            elsewhere.append(diagnostic)
        else:
            found.setdefault(number, []).append(diagnostic)
    first = min(found, default=len(statements))
    if elsewhere:
        for number in range(first):
            outside = prefix(number + 1)
            if outside:
                return number, tuple(outside)
        if first == len(statements):
            return first - 1, tuple(elsewhere)
    return (first, tuple(found[first])) if found else None


def _number(module: Module, statements: tuple[Statement, ...], span: Span | None) -> int | None:
    if span is None or span.file != module.path:
        return None
    at = (span.line, span.column)
    for number, s in enumerate(statements):
        end = end_of(s)
        if (s.span.line, s.span.column) <= at < (end.end_line, end.end_column):
            return number
    return None


def end_of(s: Statement) -> Span:
    """The span that ends where a statement does, its blocks included."""
    if isinstance(s, OpaqueStatement):
        return s.whole
    ends = [s.span, *map(end_of, statements_in(s))]
    return max(ends, key=lambda span: (span.end_line, span.end_column))


def leaves_by(
    statements: Iterable[Statement], kinds: type | tuple[type, ...], *, in_loop: bool = False
) -> bool:
    """Whether there is a `return`, or a `break` or `continue` of a loop around these statements."""
    for s in statements:
        loop = in_loop or isinstance(s, While | For)
        if isinstance(s, kinds) and not (in_loop and isinstance(s, Break | Continue)):
            return True
        if isinstance(s, While | For):
            otherwise = s.otherwise.statements if s.otherwise is not None else ()
            if leaves_by(s.body.statements, kinds, in_loop=True) or leaves_by(
                otherwise, kinds, in_loop=in_loop
            ):
                return True
        elif leaves_by(_inside(s), kinds, in_loop=loop):
            return True
    return False


def _inside(s: Statement) -> Iterator[Statement]:
    if isinstance(s, If | With):
        yield from statements_in(s)
    elif isinstance(s, Match):
        for case in s.cases:
            yield from case.body.statements
