"""libcst patterns of `match` as those of the small tree."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from . import patterns as p
from . import tree
from .read_expressions import read_expression
from .source import Source, identifier


def read_pattern(source: Source, node: cst.MatchPattern) -> p.Pattern:
    """A pattern and those in it."""
    match node:
        case cst.MatchValue(value=value):
            return p.ValuePattern(read_expression(source, value))
        case cst.MatchSingleton(value=name):
            return p.ValuePattern(read_expression(source, name), by_identity=True)
        case cst.MatchAs(pattern=inner, name=name):
            pattern = None if inner is None else read_pattern(source, inner)
            return p.Capture(pattern, None if name is None else identifier(name))
        case cst.MatchOr(patterns=elements):
            return p.Alternatives(tuple(read_pattern(source, each.pattern) for each in elements))
        case cst.MatchSequence(patterns=elements):
            return _sequence(source, elements)
        case cst.MatchMapping():
            return _mapping(source, node)
        case cst.MatchClass():
            return _class(source, node)
    raise AssertionError(type(node).__name__)


def _sequence(
    source: Source, elements: Sequence[cst.MatchSequenceElement | cst.MatchStar]
) -> p.Pattern:
    items: list[p.Pattern] = []
    star: int | None = None
    for number, each in enumerate(elements):
        if isinstance(each, cst.MatchStar):
            star = number
            items.append(p.Capture(None, None if each.name is None else identifier(each.name)))
        else:
            items.append(read_pattern(source, each.value))
    return p.SequencePattern(tuple(items), star)


def _mapping(source: Source, node: cst.MatchMapping) -> p.Pattern:
    keys: list[tree.Expression] = []
    found: list[p.Pattern] = []
    for element in node.elements:
        keys.append(read_expression(source, element.key))
        found.append(read_pattern(source, element.pattern))
    rest = None if node.rest is None else identifier(node.rest)
    return p.MappingPattern(tuple(keys), tuple(found), rest)


def _class(source: Source, node: cst.MatchClass) -> p.Pattern:
    places: list[int | str] = [*range(len(node.patterns)), *(identifier(k.key) for k in node.kwds)]
    found = [each.value for each in node.patterns] + [each.pattern for each in node.kwds]
    return p.ClassPattern(
        read_expression(source, node.cls),
        tuple(places),
        tuple(read_pattern(source, each) for each in found),
    )
