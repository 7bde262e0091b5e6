"""The functions of a file: names, places, parameters, documentation and bodies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import libcst as cst

from . import tree
from .free_names import names_of_body
from .inner_functions import Lambda, read_inputs
from .read_expressions import read_expression
from .read_statements import header_comments, read_block, with_comments
from .source import Definition, Source, identifier


def read_functions(source: Source) -> Iterator[tree.Function]:
    """All functions at any depth, in source order."""
    around: list[tuple[int, str]] = []  # the end of each definition around, and its prefix
    for definition in source.definitions:
        while around and around[-1][0] <= definition.start:
            around.pop()
        node = definition.node
        name = (around[-1][1] if around else "") + identifier(node.name)
        is_function = isinstance(node, cst.FunctionDef)
        around.append((definition.end, f"{name}.<locals>." if is_function else f"{name}."))
        if isinstance(node, cst.FunctionDef):
            yield _read_function(source, node, definition, name)


def read_lambdas(source: Source) -> Iterator[tree.Function]:
    """All lambdas as functions whose body is a `return`, in source order."""
    for node in source.lambdas:
        read = read_expression(source, node)
        assert isinstance(read, Lambda)
        yield read.function


def _read_function(
    source: Source, node: cst.FunctionDef, definition: Definition, qualified_name: str
) -> tree.Function:
    first = source.start(node.decorators[0]) if node.decorators else definition.start
    start, end = source.line_start(first), source.line_end(definition.end)
    colon = source.after_colon(node.body)
    docstring, body = _read_body(source, node.body)
    names = names_of_body(node.params, node.body)
    return tree.Function(
        name=identifier(node.name),
        qualified_name=qualified_name,
        span=source.between(definition.start, colon),
        start=start,
        end=end,
        indent=source.text[start:first].rpartition("\f")[2],
        decorators=tuple(read_expression(source, item.decorator) for item in node.decorators),
        signature=source.text[source.end(node.name) : colon - 1].strip(),
        docstring=docstring,
        body=body,
        is_async=node.asynchronous is not None,
        is_generator=source.has_yield(start, end) and _yields(node.body),
        identifiers=source.identifiers(start, end),
        inputs=read_inputs(source, node.params, read_expression),
        free=names.reads,
        nonlocals=names.binds,
    )


# --- bodies -----------------------------------------------------------------------------------


def _read_body(source: Source, suite: cst.BaseSuite) -> tuple[str | None, tree.Block]:
    """The docstring's source text and the statements after it."""
    block = with_comments(read_block(source, suite), header_comments(suite))
    first = block.statements[0]
    if not isinstance(first, tree.ExpressionStatement):
        return None, block
    if not isinstance(first.value, tree.Constant) or not isinstance(first.value.value, str):
        return None, block
    rest = replace(block, statements=block.statements[1:])
    return source.code(first.span), with_comments(rest, first.comments)


def _yields(node: cst.CSTNode) -> bool:
    """Whether `yield` stands in the code of a function, not in that of a function inside it."""
    if isinstance(node, cst.Yield):
        return True
    if isinstance(node, cst.FunctionDef | cst.Lambda | cst.ClassDef):
        return False
    return any(_yields(child) for child in node.children)
