"""libcst statements as statements of the small tree, with their comments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import libcst as cst

from dslc.ir.diagnostics import Span

from . import tree
from .free_names import free_names
from .inner_functions import NESTED
from .read_blocks import read_delete, read_match, read_raise, read_with
from .read_expressions import BINARY, read_expression, read_optional
from .source import Source

# --- blocks -----------------------------------------------------------------------------------


def read_block(source: Source, suite: cst.BaseSuite) -> tree.Block:
    """The statements of a suite, without the comment on its header line."""
    if isinstance(suite, cst.SimpleStatementSuite):
        return tree.Block(_read_line(source, suite, ()))
    assert isinstance(suite, cst.IndentedBlock)
    statements: list[tree.Statement] = []
    for node in suite.body:
        assert isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement)
        comments = _comment_lines(node.leading_lines)
        if isinstance(node, cst.SimpleStatementLine):
            statements += _read_line(source, node, comments)
        else:
            statements.append(_read_compound(source, node, comments))
    return tree.Block(tuple(statements), _comment_lines(suite.footer))


def with_comments(block: tree.Block, comments: tuple[str, ...]) -> tree.Block:
    """The block with comments before its first statement."""
    if not comments:
        return block
    if not block.statements:
        return replace(block, comments=comments + block.comments)
    first, *others = block.statements
    first = replace(first, comments=comments + first.comments)
    return replace(block, statements=(first, *others))


def header_comments(suite: cst.BaseSuite) -> tuple[str, ...]:
    """The comment on the line of the colon that opens a suite."""
    return _comment(suite.header) if isinstance(suite, cst.IndentedBlock) else ()


def _comment_lines(lines: Iterable[cst.EmptyLine]) -> tuple[str, ...]:
    return tuple(line.comment.value for line in lines if line.comment is not None)


def _comment(end: cst.TrailingWhitespace) -> tuple[str, ...]:
    return () if end.comment is None else (end.comment.value,)


# --- simple statements ------------------------------------------------------------------------


def _read_line(
    source: Source,
    line: cst.SimpleStatementLine | cst.SimpleStatementSuite,
    comments: tuple[str, ...],
) -> tuple[tree.Statement, ...]:
    """The statements of one line; comments above it go to the first, one at its end to the last."""
    last = line.body[-1]
    statements = []
    for node in line.body:
        inside = source.comments(source.start(node), source.end(node))
        after = _comment(line.trailing_whitespace) if node is last else ()
        statements.append(_read_simple(source, node, comments + inside + after))
        comments = ()
    return tuple(statements)


def _read_simple(
    source: Source, node: cst.BaseSmallStatement, comments: tuple[str, ...]
) -> tree.Statement:
    if read := _SIMPLE.get(type(node)):
        return read(source, node, comments)
    construct = _OPAQUE.get(type(node).__name__, "this statement")
    span, names = source.span(node), free_names(node)
    s = tree.OpaqueStatement(span, comments, construct, names.reads, names.binds, span)
    if isinstance(node, cst.Del):
        return read_delete(source, s, node)
    return read_raise(source, s, node) if isinstance(node, cst.Raise) else s


def _read_assign(source: Source, node: cst.Assign, comments: tuple[str, ...]) -> tree.Statement:
    targets = tuple(read_expression(source, target.target) for target in node.targets)
    value = read_expression(source, node.value)
    return tree.Assign(source.span(node), comments, targets, value)


def _read_annotated_assign(
    source: Source, node: cst.AnnAssign, comments: tuple[str, ...]
) -> tree.Statement:
    target = read_expression(source, node.target)
    annotation = read_expression(source, node.annotation.annotation)
    value = read_optional(source, node.value)
    return tree.AnnotatedAssign(source.span(node), comments, target, annotation, value)


_AUGMENTED = {f"{kind.__name__}Assign": operator for kind, operator in BINARY.items()}


def _read_augmented_assign(
    source: Source, node: cst.AugAssign, comments: tuple[str, ...]
) -> tree.Statement:
    target = read_expression(source, node.target)
    operator = _AUGMENTED[type(node.operator).__name__]
    value = read_expression(source, node.value)
    return tree.AugmentedAssign(source.span(node), comments, target, operator, value)


def _read_expression_statement(
    source: Source, node: cst.Expr, comments: tuple[str, ...]
) -> tree.Statement:
    value = read_expression(source, node.value)
    return tree.ExpressionStatement(source.span(node), comments, value)


def _read_return(source: Source, node: cst.Return, comments: tuple[str, ...]) -> tree.Statement:
    return tree.Return(source.span(node), comments, read_optional(source, node.value))


def _read_assert(source: Source, node: cst.Assert, comments: tuple[str, ...]) -> tree.Statement:
    test, message = read_expression(source, node.test), read_optional(source, node.msg)
    return tree.Assert(source.span(node), comments, test, message)


def _read_pass(source: Source, node: cst.Pass, comments: tuple[str, ...]) -> tree.Statement:
    return tree.Pass(source.span(node), comments)


def _read_break(source: Source, node: cst.Break, comments: tuple[str, ...]) -> tree.Statement:
    return tree.Break(source.span(node), comments)


def _read_continue(source: Source, node: cst.Continue, comments: tuple[str, ...]) -> tree.Statement:
    return tree.Continue(source.span(node), comments)


# Each reader takes the one kind of node it stands for.
_Reader = Callable[[Source, Any, tuple[str, ...]], tree.Statement]

_SIMPLE: dict[type[cst.BaseSmallStatement], _Reader] = {
    cst.Assign: _read_assign,
    cst.AnnAssign: _read_annotated_assign,
    cst.AugAssign: _read_augmented_assign,
    cst.Expr: _read_expression_statement,
    cst.Return: _read_return,
    cst.Assert: _read_assert,
    cst.Pass: _read_pass,
    cst.Break: _read_break,
    cst.Continue: _read_continue,
}

# --- statements with blocks -------------------------------------------------------------------


def _read_compound(
    source: Source, node: cst.BaseCompoundStatement, comments: tuple[str, ...]
) -> tree.Statement:
    """A statement with blocks; `comments` are those above it."""
    if isinstance(node, cst.If):
        return _read_if(source, node, comments)
    if isinstance(node, cst.While):
        return _read_while(source, node, comments)
    if isinstance(node, cst.For) and node.asynchronous is None:
        return _read_for(source, node, comments)
    return _read_opaque(source, node, comments)


def _read_if(source: Source, node: cst.If, comments: tuple[str, ...]) -> tree.If:
    span, comments = _header(source, node, node.body, comments)
    test, then = read_expression(source, node.test), read_block(source, node.body)
    otherwise: tree.Block | None
    if isinstance(node.orelse, cst.If):
        above = _comment_lines(node.orelse.leading_lines)
        otherwise = tree.Block((_read_if(source, node.orelse, above),))
    else:
        then, otherwise = _read_else(source, then, node.orelse)
    return tree.If(span, comments, test, then, otherwise)


def _read_while(source: Source, node: cst.While, comments: tuple[str, ...]) -> tree.While:
    span, comments = _header(source, node, node.body, comments)
    test = read_expression(source, node.test)
    body, otherwise = _read_else(source, read_block(source, node.body), node.orelse)
    return tree.While(span, comments, test, body, otherwise)


def _read_for(source: Source, node: cst.For, comments: tuple[str, ...]) -> tree.For:
    span, comments = _header(source, node, node.body, comments)
    target, iterable = read_expression(source, node.target), read_expression(source, node.iter)
    body, otherwise = _read_else(source, read_block(source, node.body), node.orelse)
    return tree.For(span, comments, target, iterable, body, otherwise)


def _read_else(
    source: Source, body: tree.Block, node: cst.Else | None
) -> tuple[tree.Block, tree.Block | None]:
    """The `else` block, and the block before it with the comments between the two."""
    if node is None:
        return body, None
    body = replace(body, comments=body.comments + _comment_lines(node.leading_lines))
    block = with_comments(read_block(source, node.body), header_comments(node.body))
    head = source.between(source.start(node), source.after_colon(node.body))
    return body, replace(block, head=head)


def _header(
    source: Source,
    node: cst.BaseCompoundStatement,
    suite: cst.BaseSuite,
    comments: tuple[str, ...],
) -> tuple[Span, tuple[str, ...]]:
    """The span of a header, colon included, and the comments above, in and after it."""
    start, end = source.start(node), source.after_colon(suite)
    comments = comments + source.comments(start, end) + header_comments(suite)
    return source.between(start, end), comments


# --- statements without a form ----------------------------------------------------------------

# By name: which classes there are depends on the version of libcst.
_OPAQUE = {
    "Del": "`del`",
    "Global": "`global`",
    "Nonlocal": "`nonlocal`",
    "Import": "`import`",
    "ImportFrom": "`import`",
    "LazyImport": "`import`",
    "LazyImportFrom": "`import`",
    "Raise": "`raise`",
    "TypeAlias": "a `type` statement",
    "For": "`async for`",
    "With": "`with`",
    "Try": "`try`",
    "TryStar": "`try`",
    "Match": "`match`",
    "FunctionDef": NESTED,
    "ClassDef": "a class",
}


def _read_opaque(
    source: Source, node: cst.BaseCompoundStatement, comments: tuple[str, ...]
) -> tree.Statement:
    start = source.start(node)
    if isinstance(node, cst.Match):
        header = source.between(start, source.start(node.whitespace_after_colon))
    else:
        header = source.between(start, source.after_colon(node.body))
    names = free_names(node)
    decorators = node.decorators if isinstance(node, cst.FunctionDef | cst.ClassDef) else ()
    first = source.start(decorators[0]) if decorators else start
    whole = source.between(first, source.end(node))
    construct = _construct(node)
    s = tree.OpaqueStatement(header, comments, construct, names.reads, names.binds, whole)
    if isinstance(node, cst.With):
        return read_with(source, s, node, _read_suite)
    return read_match(source, s, node, _read_suite) if isinstance(node, cst.Match) else s


def _read_suite(source: Source, suite: cst.BaseSuite) -> tree.Block:
    return with_comments(read_block(source, suite), header_comments(suite))


def _construct(node: cst.BaseCompoundStatement) -> str:
    if isinstance(node, cst.With) and node.asynchronous is not None:
        return "`async with`"
    if isinstance(node, cst.ClassDef) and node.decorators:
        return "a decorated class"
    return _OPAQUE.get(type(node).__name__, "this statement")
