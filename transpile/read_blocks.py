"""Statements that become simpler ones in `rewritten`: `del`, `raise`, `with`, `match`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from . import sugar, tree
from .free_names import FreeNames, free_names
from .read_expressions import read_expression, read_optional
from .source import Source

ReadBlock = Callable[[Source, cst.BaseSuite], tree.Block]


def read_delete(source: Source, s: tree.OpaqueStatement, node: cst.Del) -> tree.Statement:
    """`del` of names and items; of anything else as it was."""
    target = read_expression(source, node.target)
    targets = target.items if isinstance(target, tree.Tuple | tree.List) else (target,)
    if not all(isinstance(each, tree.Name | tree.Subscript) for each in targets):
        return s
    return sugar.Delete(s.span, s.comments, s.construct, s.reads, s.binds, s.whole, targets)


def read_raise(source: Source, s: tree.OpaqueStatement, node: cst.Raise) -> tree.Statement:
    """`raise E` or `raise E(message)`, also `from None`; any other form as what is refused."""
    error = read_optional(source, node.exc)
    cause = None if node.cause is None else read_expression(source, node.cause.item)
    message, refused = None, None
    if isinstance(error, tree.Call):
        if len(error.arguments) > 1 or error.keywords:
            refused = "an exception of several values"
        message = error.arguments[0] if error.arguments else None
        error = error.function
    if error is None:
        refused = "`raise` of what was caught"
    elif cause is not None and not (isinstance(cause, tree.Constant) and cause.value is None):
        refused = "`raise` with `from`"
    elif not isinstance(error, tree.Name | tree.Attribute):
        refused = "raising what is no class of exceptions"
    return sugar.Raise(
        s.span, s.comments, s.construct, s.reads, s.binds, s.whole, error, message, refused, cause
    )


def read_with(
    source: Source, s: tree.OpaqueStatement, node: cst.With, read_block: ReadBlock
) -> tree.Statement:
    """`with`, its body read; `async with` as it was."""
    if node.asynchronous is not None:
        return s
    items = tuple(read_expression(source, item.item) for item in node.items)
    targets = tuple(
        None if item.asname is None else read_expression(source, item.asname.name)
        for item in node.items
    )
    names = [free_names(item) for item in node.items]
    reads = tuple(dict.fromkeys(name for each in names for name in each.reads))
    binds = tuple(dict.fromkeys(name for each in names for name in each.binds))
    body, entering = read_block(source, node.body), FreeNames(reads, binds)
    return sugar.With(
        s.span, s.comments, s.construct, s.reads, s.binds, s.whole, items, body, targets, entering
    )


# --- match ------------------------------------------------------------------------------------


def read_match(
    source: Source, s: tree.OpaqueStatement, node: cst.Match, read_block: ReadBlock
) -> tree.Statement:
    """A `match` of values and names; one with other patterns as it was."""
    cases = tuple(_read_case(source, case, read_block) for case in node.cases)
    if not all(isinstance(case, sugar.MatchCase) for case in cases):
        return s
    subject = read_expression(source, node.subject)
    known = tuple(case for case in cases if case is not None)
    return sugar.Match(s.span, s.comments, s.construct, s.reads, s.binds, s.whole, subject, known)


def _read_case(
    source: Source, node: cst.MatchCase, read_block: ReadBlock
) -> sugar.MatchCase | None:
    found = _read_pattern(source, node.pattern)
    if found is None:
        return None
    values, name = found
    if values and name is not None and node.guard is not None:
        return None
    span = source.between(source.start(node), source.after_colon(node.body))
    comments = tuple(line.comment.value for line in node.leading_lines if line.comment is not None)
    guard = read_optional(source, node.guard)
    return sugar.MatchCase(span, comments, values, name, guard, read_block(source, node.body))


_Values = tuple[tuple[tree.Expression, bool], ...]


def _read_pattern(source: Source, node: cst.MatchPattern) -> tuple[_Values, str | None] | None:
    """The values of a pattern and its name; None for one of another kind."""
    if isinstance(node, cst.MatchAs):
        inner = ((), None) if node.pattern is None else _read_pattern(source, node.pattern)
        if inner is None or inner[1] is not None or (node.pattern is not None and not inner[0]):
            return None
        return inner[0], node.name.value if node.name is not None else None
    values = list(_values(source, node))
    if any(value is None for value in values):
        return None
    return tuple(value for value in values if value is not None), None


def _values(
    source: Source, node: cst.MatchPattern
) -> Iterator[tuple[tree.Expression, bool] | None]:
    if isinstance(node, cst.MatchValue):
        yield read_expression(source, node.value), False
    elif isinstance(node, cst.MatchSingleton):
        yield read_expression(source, node.value), True
    elif isinstance(node, cst.MatchOr):
        for element in node.patterns:
            yield from _values(source, element.pattern)
    else:
        yield None
