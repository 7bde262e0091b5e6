"""Comparisons of kinds: of numbers and arrays, and item by item of tuples and lists."""

from __future__ import annotations

import operator as python
from collections.abc import Callable
from typing import Any, TypeGuard

from dslc.ir.spellings import by_operator
from dslc.ir.types import NumberType

from . import fence
from .branches import logical
from .containers import contains
from .frame import Frame
from .kinds import POISON, Built, Kind, Poison, Repeated, Sequence, Table
from .operations import apply
from .operators import built
from .texts import atom, built_value, text_of
from .tree import Expression

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": python.lt,
    "<=": python.le,
    ">": python.gt,
    ">=": python.ge,
    "==": python.eq,
    "!=": python.ne,
    "is": python.is_,
    "is not": python.is_not,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}


def compare_pair(
    frame: Frame,
    operator: str,
    kinds: tuple[Kind, Kind],
    parts: tuple[Expression, Expression],
    e: Expression,
    into: str | None,
) -> Kind:
    """One comparison of two kinds; `parts` are their expressions, for marks under the source."""
    left, right = map(as_built, kinds)
    if isinstance(left, Poison) or isinstance(right, Poison):
        return POISON
    if isinstance(left, Sequence) and isinstance(right, Sequence) and operator in ("==", "!="):
        return _compare_items(frame, operator, (left, right), parts, e, into)
    if operator in ("in", "not in") and isinstance(left, Built) and _is_dict(right):
        return contains(operator, left, right)
    if isinstance(left, Built) and isinstance(right, Built):
        text = f"{atom(left)} {operator} {atom(right)}"
        return built(NumberType("bool"), COMPARE[operator], text, left, right)
    if operator in ("is", "is not"):
        return _identity(frame, operator, left, right, e)
    op = by_operator(operator)
    if op is None:
        return fence.refuse(frame, f"`{operator}` on run-time values", e.span)
    return apply(frame, op, [left, right], {}, e.span, into=into, spans=[p.span for p in parts])


def _is_dict(kind: Kind) -> TypeGuard[Table | Repeated]:
    return isinstance(kind, Table) or (isinstance(kind, Repeated) and kind.form == "dict")


def _compare_items(
    frame: Frame,
    operator: str,
    pair: tuple[Sequence, Sequence],
    parts: tuple[Expression, Expression],
    e: Expression,
    into: str | None,
) -> Kind:
    """Two tuples are equal when all their items are."""
    left, right = pair
    alike = len(left.items) == len(right.items) and left.is_list == right.is_list
    if not alike or not left.items:
        result = alike == (operator == "==")
        return Built(repr(result), result)
    thunks = [
        lambda a=a, b=b: compare_pair(frame, operator, (a, b), parts, e, None)
        for a, b in zip(left.items, right.items, strict=True)
    ]
    return logical(frame, "and" if operator == "==" else "or", thunks, e.span, into, as_test=False)


def as_built(kind: Kind) -> Kind:
    """A tuple or list of build-time values as one build-time value; other kinds as they are."""
    if not isinstance(kind, Sequence) or not all(isinstance(item, Built) for item in kind.items):
        return kind
    return Built(text_of(kind), built_value(kind))


def _identity(frame: Frame, operator: str, left: Kind, right: Kind, e: Expression) -> Kind:
    """`x is None` of a value is known: it is not."""
    for one, other in ((left, right), (right, left)):
        if (
            isinstance(one, Built)
            and one.known
            and one.value is None
            and not isinstance(other, Built)
        ):
            return Built(repr(operator == "is not"), operator == "is not")
    return fence.refuse(frame, f"`{operator}` between run-time values", e.span)
