"""Statements that become simpler ones in `rewritten`: `del`, `raise`, `with`, `match`."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from . import sugar, tree
from .free_names import FreeNames, free_names
from .read_expressions import read_expression, read_optional
from .read_patterns import read_pattern
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
    """A `match` with its cases."""
    cases = tuple(_read_case(source, case, read_block) for case in node.cases)
    subject = read_expression(source, node.subject)
    return sugar.Match(s.span, s.comments, s.construct, s.reads, s.binds, s.whole, subject, cases)


def _read_case(source: Source, node: cst.MatchCase, read_block: ReadBlock) -> sugar.MatchCase:
    start = source.start(node)
    span = source.between(start, source.after_colon(node.body))
    told = source.between(start, source.end(node.pattern))
    comments = tuple(line.comment.value for line in node.leading_lines if line.comment is not None)
    guard, pattern = read_optional(source, node.guard), read_pattern(source, node.pattern)
    return sugar.MatchCase(span, told, comments, pattern, guard, read_block(source, node.body))
