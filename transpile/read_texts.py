"""f-strings: their text as Python's own parser reads it, their expressions as libcst's.

Python knows what escapes, doubled braces and `{x=}` mean; libcst knows where the expressions stand.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

import libcst as cst

from . import tree
from .source import Source

Parts = tuple["str | tree.Field", ...]


def read_parts(
    source: Source,
    node: cst.FormattedString | cst.ConcatenatedString,
    read: Callable[[Source, cst.BaseExpression], tree.Expression],
) -> Parts:
    """The texts and fields of an f-string, in order; () where it cannot be read.

    `read` reads an expression.
    """
    try:
        parsed = ast.parse(f"({source.code(source.span(node))})", mode="eval").body
    except (SyntaxError, ValueError):
        return ()
    expressions = list(_expressions(node))
    values = [value for value in ast.walk(parsed) if isinstance(value, ast.FormattedValue)]
    own = [value for value in values if _is_own(parsed, value)]
    if not isinstance(parsed, ast.JoinedStr) or len(own) != len(expressions):
        return ()
    left = iter(expressions)
    return _parts(parsed, lambda: read(source, next(left)))


def _is_own(parsed: ast.expr, value: ast.FormattedValue) -> bool:
    """Whether a field is of this f-string, not of one inside its expressions."""
    return any(value is field for field in _fields(parsed))


def _fields(joined: ast.expr) -> Iterator[ast.FormattedValue]:
    for value in joined.values if isinstance(joined, ast.JoinedStr) else ():
        if isinstance(value, ast.FormattedValue):
            yield value
            if value.format_spec is not None:
                yield from _fields(value.format_spec)


def _expressions(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The expressions of the fields, one in a format after the field's own."""
    if isinstance(node, cst.ConcatenatedString):
        yield from _expressions(node.left)
        yield from _expressions(node.right)
    elif isinstance(node, cst.FormattedString):
        yield from _in_parts(node.parts)


def _in_parts(parts: object) -> Iterator[cst.BaseExpression]:
    for part in parts if isinstance(parts, tuple | list) else ():
        if isinstance(part, cst.FormattedStringExpression):
            yield part.expression
            yield from _in_parts(part.format_spec)


def _parts(joined: ast.expr | None, next_expression: Callable[[], tree.Expression]) -> Parts:
    found: list[str | tree.Field] = []
    for value in joined.values if isinstance(joined, ast.JoinedStr) else ():
        if isinstance(value, ast.FormattedValue):
            expression = next_expression()
            conversion = "" if value.conversion < 0 else chr(value.conversion)
            spec = _parts(value.format_spec, next_expression)
            found.append(tree.Field(expression, conversion, spec))
        elif isinstance(value, ast.Constant):
            found.append(str(value.value))
    return tuple(found)
