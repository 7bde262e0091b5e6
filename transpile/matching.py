"""The cases of a `match` as a chain of `if`s.

match shape:                       if shape is a sequence of two items:
case [width, height]: ...          width = shape[0]
case _: ...                        height = shape[1]
    ...
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields, replace

from dslc.ir.diagnostics import Span

from .patterns import (
    Alternatives,
    Capture,
    ClassPattern,
    HasItems,
    HasKeys,
    IsA,
    Items,
    MappingPattern,
    Number,
    Others,
    PartOf,
    Pattern,
    SequencePattern,
    ValuePattern,
    names_of,
)
from .sugar import Match, MatchCase, Test
from .tree import Assign, Block, Compare, Expression, If, Logical, Name, Statement, Subscript

Told = tuple[list[Expression], list[Statement]]
"""Tests that all hold where a subject has a pattern, and what then binds its names."""


def takes_parts(s: Match, subject: Name) -> bool:
    """Whether a case binds the subject's own name to a part of it, which leaves others waiting."""
    whole = Capture(None, subject.id)
    return any(
        subject.id in names_of(case.pattern) and not _is_name(case.pattern, whole)
        for case in s.cases
    )


def _is_name(pattern: Pattern, other: Capture) -> bool:
    return isinstance(pattern, Capture) and pattern.pattern is None and pattern.name == other.name


def chain_of(
    cases: tuple[MatchCase, ...], subject: Name, named: Callable[[str], str]
) -> tuple[Statement, ...]:
    """The cases as a chain of `if`s; `named` makes up a name."""
    if not cases:
        return ()
    case, body = cases[0], cases[0].body
    tests, binds = _told(case.pattern, subject, case.told)
    if not tests and case.guard is None:
        first, *others = (*binds, *body.statements)
        return (replace(first, comments=case.comments + first.comments), *others)
    fits = named("fits") if tests and binds and case.guard is not None else None
    otherwise = chain_of(cases[1:], subject, named)
    rest = Block(otherwise) if otherwise else None
    if not tests:
        assert case.guard is not None
        return (*binds, If(case.span, case.comments, case.guard, body, rest))
    test = tests[0] if len(tests) == 1 else Logical(case.told, "and", tuple(tests))
    if case.guard is None:
        body = replace(body, statements=(*binds, *body.statements))
        return (If(case.span, case.comments, test, body, rest),)
    if fits is None:
        test = Logical(case.span, "and", (test, case.guard))
        return (If(case.span, case.comments, test, body, rest),)
    return (
        Test(case.span, case.comments, (Name(case.told, fits),), test),
        If(case.span, (), Name(case.told, fits), Block(tuple(binds)), None),
        If(case.span, (), _both(case, case.guard, fits), body, rest),
    )


def _both(case: MatchCase, guard: Expression, fits: str) -> Expression:
    """Whether a subject fits, and the guard holds, in which the names are bound."""
    return Logical(case.span, "and", (Name(case.told, fits), guard))


def _told(pattern: Pattern, subject: Expression, span: Span) -> Told:
    match pattern:
        case ValuePattern(value=value, by_identity=by_identity):
            # Two tests of one text would be one test to whoever compares the texts.
            place = value.span if isinstance(subject, Name) else span
            operator = "is" if by_identity else "=="
            return [Compare(place, deepcopy(subject), (operator,), (deepcopy(value),))], []
        case Capture(pattern=inner, name=name):
            tests, binds = ([], []) if inner is None else _told(inner, subject, span)
            return tests, binds if name is None else [*binds, _bind(name, subject, span)]
        case Alternatives(patterns=patterns):
            return _any_of(patterns, subject, span)
        case SequencePattern():
            return _sequence(pattern, subject, span)
        case MappingPattern():
            return _mapping(pattern, subject, span)
    return _class(pattern, subject, span)


def _bind(name: str, value: Expression, span: Span) -> Statement:
    return Assign(span, (), (Name(span, name),), deepcopy(value))


def _any_of(patterns: tuple[Pattern, ...], subject: Expression, span: Span) -> Told:
    """The first of some patterns that a subject has."""
    told = [_told(each, subject, span) for each in patterns]
    sure = next((n for n, (tests, _) in enumerate(told) if not tests), None)
    wholes = [_all(tests, span) for tests, _ in told if tests]
    binds: list[Statement] = told[-1][1] if sure is None else told[sure][1]
    if any(not _alike(binds, own) for _, own in told):
        for tests, own in reversed(told[:-1] if sure is None else told[:sure]):
            test = deepcopy(_all(tests, span))
            binds = [If(span, (), test, Block(tuple(own)), Block(tuple(binds)))]
    if sure is not None:
        return [], binds
    return [wholes[0] if len(wholes) == 1 else Logical(span, "or", tuple(wholes))], binds


def _alike(one: object, other: object) -> bool:
    """Whether two pieces of the tree are the same but for their places."""
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if not isinstance(one, Expression | Statement) or type(one) is not type(other):
        return one == other
    names = [f.name for f in fields(one) if f.name != "span"]
    return all(_alike(getattr(one, name), getattr(other, name)) for name in names)


def _all(tests: list[Expression], span: Span) -> Expression:
    return tests[0] if len(tests) == 1 else Logical(span, "and", tuple(tests))


def _sequence(pattern: SequencePattern, subject: Expression, span: Span) -> Told:
    count, star = len(pattern.items), pattern.star
    more = star is not None
    tests: list[Expression] = [HasItems(span, deepcopy(subject), count - more, more)]
    binds: list[Statement] = []
    for number, item in enumerate(pattern.items):
        part: Expression
        if number == star:
            part = Items(span, deepcopy(subject), number, count - 1 - number)
        else:
            place = number if star is None or number < star else number - count
            part = Subscript(span, deepcopy(subject), Number(span, place))
        _add(_told(item, part, span), tests, binds)
    return tests, binds


def _mapping(pattern: MappingPattern, subject: Expression, span: Span) -> Told:
    tests: list[Expression] = [HasKeys(span, deepcopy(subject), deepcopy(pattern.keys))]
    binds: list[Statement] = []
    for key, inner in zip(pattern.keys, pattern.patterns, strict=True):
        part = Subscript(span, deepcopy(subject), deepcopy(key))
        _add(_told(inner, part, span), tests, binds)
    if pattern.rest is not None:
        others = Others(span, deepcopy(subject), deepcopy(pattern.keys))
        binds.append(_bind(pattern.rest, others, span))
    return tests, binds


def _class(pattern: ClassPattern, subject: Expression, span: Span) -> Told:
    tests: list[Expression] = [IsA(span, deepcopy(subject), pattern.cls, pattern.parts)]
    binds: list[Statement] = []
    for place, inner in zip(pattern.parts, pattern.patterns, strict=True):
        part = PartOf(span, deepcopy(subject), deepcopy(pattern.cls), place)
        _add(_told(inner, part, span), tests, binds)
    return tests, binds


def _add(told: Told, tests: list[Expression], binds: list[Statement]) -> None:
    tests += told[0]
    binds += told[1]
