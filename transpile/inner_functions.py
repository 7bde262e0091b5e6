"""Functions inside of functions as the small tree has them, and what functions take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from . import tree
from .free_names import free_names, names_of_body
from .source import Source, identifier

Read = Callable[[Source, cst.BaseExpression], tree.Expression]

NESTED = "a nested function"
"""What a reader calls a function definition in a function."""


@dataclass(frozen=True, eq=False, slots=True)
class Lambda(tree.Opaque):
    """`lambda v: v * k`, as a function whose body is a `return`.

    Opaque where it is an argument of what building evaluates, as in `max(sizes, key=lambda ...)`.
    """

    function: tree.Function = field(kw_only=True)


def read_lambda(source: Source, node: cst.Lambda, read: Read) -> tree.Expression:
    """A lambda with its body."""
    span, start, end = source.span(node), source.start(node), source.end(node)
    outside, inside = free_names(node), names_of_body(node.params, node.body)
    body = tree.Block((tree.Return(span, (), read(source, node.body)),))
    function = tree.Function(
        name="lambda",
        qualified_name="lambda",
        span=span,
        start=start,
        end=end,
        indent="",
        decorators=(),
        signature="",
        docstring=None,
        body=body,
        is_async=False,
        is_generator=source.has_yield(start, end),
        identifiers=source.identifiers(start, end),
        inputs=read_inputs(source, node.params, read),
        free=inside.reads,
        nonlocals=(),
    )
    return Lambda(span, "a lambda", outside.reads, outside.binds, function=function)


def read_inputs(source: Source, parameters: cst.Parameters, read: Read) -> tuple[tree.Input, ...]:
    """The parameters of a function, in the order of the source."""
    groups: list[tuple[str, Any]] = [
        *(("POSITIONAL_ONLY", node) for node in parameters.posonly_params),
        *(("POSITIONAL_OR_KEYWORD", node) for node in parameters.params),
        ("VAR_POSITIONAL", parameters.star_arg),
        *(("KEYWORD_ONLY", node) for node in parameters.kwonly_params),
        ("VAR_KEYWORD", parameters.star_kwarg),
    ]
    return tuple(
        tree.Input(
            identifier(node.name),
            place,
            None if node.default is None else read(source, node.default),
        )
        for place, node in groups
        if isinstance(node, cst.Param)  # a bare `*` is none
    )


def captured_names(piece: object) -> frozenset[str]:
    """The variables that functions in a piece of the tree may read when they are called."""
    return frozenset(
        name
        for inner in _inner(piece)
        for name in (inner.function.free if isinstance(inner, Lambda) else inner.reads)
    )


def _inner(node: object) -> Iterator[Lambda | tree.OpaqueStatement]:
    """The lambdas and nested functions in a piece of the tree."""
    if isinstance(node, Lambda | tree.OpaqueStatement):
        if isinstance(node, Lambda) or node.construct == NESTED:
            yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _inner(part)
    elif isinstance(node, _PARTS):
        for name in node.__dataclass_fields__:
            yield from _inner(getattr(node, name))


_PARTS = tree.Expression | tree.Statement | tree.Block | tree.Keyword | tree.Clause | tree.Field
