"""Comparisons of kinds: of numbers and arrays, and item by item of tuples and lists."""

from __future__ import annotations

import operator as python
from collections.abc import Callable
from functools import partial
from typing import Any, TypeGuard

from dslc.ir.op import REGISTRY
from dslc.ir.spellings import by_operator
from dslc.ir.types import BOOL_NUMBER, NumberType

from . import fence, struct_operators
from .branches import Thunk, logical
from .containers import contains
from .frame import Frame
from .kinds import POISON, Built, Kind, Poison, Repeated, Sequence, Table, present, type_of_kind
from .membership import both_may_be_nan, in_range, is_one, member, refuse_nan
from .operations import apply
from .operators import built
from .passed_over import pass_over
from .structs import as_sequence
from .tested import as_bool, tested
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
    if operator not in ("is", "is not") and not any(map(_is_none, kinds)):
        kinds = present(kinds[0]), present(kinds[1])
    left, right = _both(*kinds)
    refused = isinstance(left, Poison) or isinstance(right, Poison)
    own = POISON if refused else struct_operators.binary(frame, operator, kinds, e, into)
    if own is not None:
        return own
    if isinstance(left, Sequence) and isinstance(right, Sequence) and operator in _ON_ITEMS:
        return _compare_items(frame, operator, (left, right), parts, e, into)
    if operator in ("in", "not in") and isinstance(left, Built) and _is_dict(right):
        return contains(operator, left, right)
    if isinstance(left, Built) and isinstance(right, Built):
        return _of_built(frame, operator, left, right)
    if operator in ("is", "is not"):
        return _identity(frame, operator, left, right, e, into)
    if operator in ("in", "not in"):
        one = _one_by_one(frame, parts, e)
        items = right if isinstance(right, Built) and isinstance(kinds[1], Built) else kinds[1]
        return member(frame, operator, left, items, e, into, one)
    op = by_operator(operator)
    if op is None:
        return fence.refuse(frame, f"`{operator}` on run-time values", e.span)
    return apply(frame, op, [left, right], {}, e.span, into=into, spans=[p.span for p in parts])


def _of_built(frame: Frame, operator: str, left: Built, right: Built) -> Built:
    """A comparison that building makes; of None it is made here, in a helper for what it gets."""
    if left.known and right.text == "None" and operator in ("is", "is not") and not frame.is_graph:
        known = COMPARE[operator](left.value, None)
        return Built(repr(known), known)
    text = f"{atom(left)} {operator} {atom(right)}"
    return built(NumberType("bool"), COMPARE[operator], text, left, right)


def _is_dict(kind: Kind) -> TypeGuard[Table | Repeated]:
    return isinstance(kind, Table) or (isinstance(kind, Repeated) and kind.form == "dict")


def _is_none(kind: Kind) -> bool:
    return isinstance(kind, Built) and kind.value is None


def _both(left: Kind, right: Kind) -> tuple[Kind, Kind]:
    """Two kinds as they compare: items one by one where one of them has items of the run."""
    one, other = as_sequence(left), as_sequence(right)
    left, right = as_built(left), as_built(right)
    if isinstance(left, Built) and isinstance(right, Built):
        return left, right
    one = _items_of(one) if _is_known_sequence(one) else one
    other = _items_of(other) if _is_known_sequence(other) else other
    both = isinstance(one, Sequence) and isinstance(other, Sequence)
    return (one, other) if both else (left, right)


def _is_known_sequence(kind: Kind) -> TypeGuard[Built]:
    return isinstance(kind, Built) and isinstance(kind.value, tuple | list)


def _items_of(kind: Built) -> Sequence:
    """A tuple or list that is known while building, item by item."""
    pairs = enumerate(kind.value)
    items = tuple(Built(f"{atom(kind)}[{number}]", value) for number, value in pairs)
    return Sequence(kind.text, items, isinstance(kind.value, list))


def range_pair(
    frame: Frame,
    operator: str,
    left: Kind,
    bounds: list[Kind],
    parts: tuple[Expression, Expression],
    e: Expression,
    into: str | None,
) -> Kind:
    """`left in range(...)`."""
    return in_range(frame, operator, left, bounds, e, into, _one_by_one(frame, parts, e))


def _one_by_one(
    frame: Frame, parts: tuple[Expression, Expression], e: Expression
) -> Callable[[str, Kind, Kind], Kind]:
    return lambda operator, a, b: compare_pair(frame, operator, (a, b), parts, e, None)


def _compare_items(
    frame: Frame,
    operator: str,
    pair: tuple[Sequence, Sequence],
    parts: tuple[Expression, Expression],
    e: Expression,
    into: str | None,
) -> Kind:
    """Two tuples are equal when all their items are; the first that differ tell which is less."""
    left, right = pair
    if left.is_list != right.is_list and operator not in ("==", "!="):
        return fence.refuse(frame, f"`{operator}` between a tuple and a list", e.span)
    pairs = list(zip(left.items, right.items, strict=False))
    alike = len(left.items) == len(right.items) and left.is_list == right.is_list
    if (not alike and operator in ("==", "!=")) or not pairs:
        result = COMPARE[operator](len(left.items), len(right.items) if alike else -1)
        return Built(repr(result), result)
    if any(both_may_be_nan(a, b) for a, b in pairs):
        return refuse_nan(frame, f"`{operator}`", e.span)
    compare = _one_by_one(frame, parts, e)
    if operator not in ("==", "!="):
        if not all(isinstance(type_of_kind(k), NumberType) for pair in pairs for k in pair):
            return fence.refuse(frame, f"`{operator}` of tuples of what is no number", e.span)
        return _compare_in_order(frame, operator, pair, compare, e, into)
    word = "and" if operator == "==" else "or"

    def compared(a: Kind, b: Kind) -> Kind:
        return tested(frame, compare(operator, a, b), e.span)

    if len(pairs) == 1:
        return as_bool(frame, compared(*pairs[0]), e.span, into)
    thunks = [partial(compared, a, b) for a, b in pairs]
    return as_bool(frame, logical(frame, word, thunks, e.span, into, as_test=True), e.span, into)


def _compare_in_order(
    frame: Frame,
    operator: str,
    pair: tuple[Sequence, Sequence],
    compare: Callable[[str, Kind, Kind], Kind],
    e: Expression,
    into: str | None,
) -> Kind:
    """`(a, b) < (c, d)`: `a < c`, or `a == c` and `b < d`."""
    (a, *left), (c, *right) = pair[0].items, pair[1].items
    if not left and not right:
        return compare(operator, a, c)

    def rest() -> Kind:
        if left and right:
            tails = Sequence("", tuple(left)), Sequence("", tuple(right))
            return _compare_in_order(frame, operator, tails, compare, e, None)
        result = COMPARE[operator](len(left), len(right))
        return Built(repr(result), result)

    def equal() -> Kind:
        thunks: list[Thunk] = [partial(compare, "==", a, c), rest]
        return logical(frame, "and", thunks, e.span, None, as_test=True)

    thunks: list[Thunk] = [partial(compare, operator.rstrip("="), a, c), equal]
    return logical(frame, "or", thunks, e.span, into, as_test=True)


def as_built(kind: Kind) -> Kind:
    """A tuple or list of build-time values as one build-time value; other kinds as they are."""
    if not isinstance(kind, Sequence) or not all(isinstance(item, Built) for item in kind.items):
        return kind
    return Built(text_of(kind), built_value(kind))


def _identity(
    frame: Frame, operator: str, left: Kind, right: Kind, e: Expression, into: str | None
) -> Kind:
    """`x is None` of a value is known: it is not; so is `is` of arrays that are certainly one."""
    for one, other in ((left, right), (right, left)):
        if not isinstance(one, Built) or not one.known or isinstance(other, Built):
            continue
        pass_over(frame, other)
        if one.value is None:
            return Built(repr(operator == "is not"), operator == "is not")
        type_ = type_of_kind(other)
        if isinstance(one.value, bool) and type_ == BOOL_NUMBER:
            wanted = one.value == (operator == "is")
            return (
                other if wanted else apply(frame, REGISTRY["not"], [other], {}, e.span, into=into)
            )
        if isinstance(one.value, bool) and type_ and not getattr(type_, "joined", False):
            return Built(repr(operator == "is not"), operator == "is not")  # of another class
    same = is_one(left, right)
    if same is None:
        return fence.refuse(frame, f"`{operator}` between run-time values", e.span)
    return Built(repr(same == (operator == "is")), same == (operator == "is"))


_ON_ITEMS = ("==", "!=", "<", "<=", ">", ">=")
