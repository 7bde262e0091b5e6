"""Loops whose first trip is another one than the rest: what they carry is None before it.

for i in range(n):      if 0 < n:
    body                    i = 0
                            body
                            for i in range(1, n):
                                body
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dslc.ir.dims import Size
from dslc.ir.types import TensorType

from .frame import Frame, NeedsBuild
from .kinds import Built, Computed, Kind, Maybe, Sized
from .live import NameSet
from .operators import binary
from .outcome import always_tests_true, breaks, continues
from .patterns import Number
from .row_iterators import Rows
from .texts import text_of
from .tree import (
    Assign,
    Binary,
    Block,
    Break,
    Call,
    Compare,
    Constant,
    Continue,
    Expression,
    For,
    If,
    Name,
    Slice,
    Statement,
    Subscript,
    While,
)


@dataclass(frozen=True, eq=False, slots=True)
class Given(Expression):
    """An expression that was walked before."""

    kind: Kind


def given(_: Frame, e: Given, into: str | None) -> Kind:
    """What it was."""
    return e.kind


@dataclass(frozen=True, slots=True)
class FirstTrip:
    """A loop with its first trip before it.

    Attributes:
        test: whether it runs a trip; None where that is certain.
        statements: the trip and the loop.
    """

    test: Expression | None
    statements: tuple[Statement, ...]


def is_none(frame: Frame, name: str) -> bool:
    """Whether a name is None here, known while building."""
    kind = frame.environment.get(name)
    return isinstance(kind, Built) and not isinstance(kind, Maybe) and kind.value is None


def _can_stand_apart(s: While | For) -> bool:
    """Whether the first trip of a loop can stand before it: it leaves by branches alone."""
    return s.otherwise is None and _leaves_by_branches(s.body.statements)


def _leaves_by_branches(statements: tuple[Statement, ...]) -> bool:
    return all(
        isinstance(each, Break | Continue)
        or not (breaks((each,)) or continues((each,)))
        or (
            isinstance(each, If)
            and _leaves_by_branches(each.then.statements)
            and (each.otherwise is None or _leaves_by_branches(each.otherwise.statements))
        )
        for each in statements
    )


def first_trip_of_while(frame: Frame, s: While, need: NeedsBuild) -> FirstTrip | None:
    """A `while` with its first trip before it; None where that is no help."""
    if not is_none(frame, need.loop) or not _can_stand_apart(s):
        return None
    trip = _going_on(frame, frame.live.statements(s.body), (s,), s)
    return FirstTrip(None if always_tests_true(s) else s.test, trip)


def first_trip_of_range(
    frame: Frame, s: For, bounds: list[Kind], need: NeedsBuild
) -> FirstTrip | None:
    """A `for` over a range with its first trip before it; None where that is no help."""
    start, stop = bounds[:2] if len(bounds) > 1 else (Built("0", 0), bounds[0])
    step = bounds[2].value if len(bounds) > 2 and isinstance(bounds[2], Built) else 1
    known = len(bounds) < 3 or (isinstance(bounds[2], Built) and type(step) is int and step)
    if not is_none(frame, need.loop) or not _can_stand_apart(s) or not known:
        return None
    if _is_rebound(frame, s, [start, stop]):
        return None
    span = s.iterable.span
    for bound in (start, stop):
        if isinstance(bound, Computed) and bound.text not in frame.order:
            frame.names.hold(bound.text)
    second = _next(frame, s.iterable, start, step)
    assert isinstance(s.iterable, Call)
    rest = (Given(span, second), Given(span, stop), *s.iterable.arguments[2:])
    later = replace(s, iterable=replace(s.iterable, arguments=rest))
    certain = _is_less(frame, start, stop) if step > 0 else _is_less(frame, stop, start)
    compared = Compare(span, Given(span, start), ("<" if step > 0 else ">",), (Given(span, stop),))
    return _with_target(frame, s, later, Given(span, start), None if certain else compared)


def _next(frame: Frame, e: Expression, start: Kind, step: int) -> Kind:
    """The index after the first one."""
    if isinstance(start, Built) and start.text == str(start.value):
        return Built(str(start.value + step), start.value + step)
    sum_ = Binary(e.span, "+", e, Number(e.span, step))
    return binary(frame, "+", (start, Built(str(step), step)), sum_, None, (e.span, e.span))


def first_trip_of_rows(frame: Frame, s: For, rows: Rows, need: NeedsBuild) -> FirstTrip | None:
    """A `for` over the rows of an array that has a name, with its first trip before it."""
    array = rows.own[0] if rows.form == "array" else None
    if not isinstance(array, Computed) or not isinstance(array.type, TensorType):
        return None
    count = Sized(f"{array.text}.shape[0]", array.type.shape[0])
    if not is_none(frame, need.loop) or not _can_stand_apart(s):
        return None
    if not isinstance(s.iterable, Name) or s.iterable.id in frame.live.assigned(s):
        return None
    span = s.iterable.span
    first = Subscript(span, s.iterable, Number(span, 0))
    rest = Subscript(span, s.iterable, Slice(span, Number(span, 1), None, None))
    none = Built("0", 0)
    compared = Compare(span, Given(span, none), ("<",), (Given(span, count),))
    certain = _is_less(frame, none, count)
    later = replace(s, iterable=rest)
    return _with_target(frame, s, later, first, None if certain else compared)


def _is_rebound(frame: Frame, s: For, kinds: list[Kind]) -> bool:
    """Whether the text of one of these is another value after a trip."""
    assigned = frame.live.assigned(s)
    return any(name in assigned for kind in kinds for name in _words(text_of(kind)))


def _words(text: str) -> Iterator[str]:
    yield from "".join(c if c.isalnum() or c == "_" else " " for c in text).split()


def _is_less(frame: Frame, one: Kind, other: Kind) -> bool:
    first, last = _size(one), _size(other)
    return first is not None and last is not None and frame.facts.less(first, last) is True


def _size(kind: Kind) -> Size | None:
    if isinstance(kind, Sized):
        return kind.size
    return kind.value if isinstance(kind, Built) and type(kind.value) is int else None


def _with_target(
    frame: Frame, s: For, later: For, first: Expression, test: Expression | None
) -> FirstTrip:
    """The trip of a `for`, which binds its target, and the loop over the rest."""
    for table in (frame.live.after, frame.live.before, frame.live.head):
        table[later] = table[s]
    target = Assign(s.span, (), (s.target,), first)
    body = frame.live.statements(s.body)
    frame.live.add(target, frame.live.before[body[0]])
    return FirstTrip(test, (target, *_going_on(frame, body, (later,), s)))


def _going_on(
    frame: Frame,
    statements: tuple[Statement, ...],
    later: tuple[Statement, ...],
    s: While | For,
) -> tuple[Statement, ...]:
    """A trip, and what comes where it does not break."""
    for number, each in enumerate(statements):
        if isinstance(each, Break | Continue):
            return (*statements[:number], *(later if isinstance(each, Continue) else ()))
        if not (breaks((each,)) or continues((each,))):
            continue
        assert isinstance(each, If)
        rest = statements[number + 1 :]
        arms = [
            Block(_going_on(frame, (*frame.live.statements(block), *rest), later, s))
            for block in (each.then, each.otherwise)
        ]
        branch = replace(each, then=arms[0], otherwise=arms[1])
        frame.live.after[branch] = frame.live.after[s]
        frame.live.before[branch] = frame.live.before[each]
        return (*statements[:number], branch)
    return (*statements, *later)


def as_branch(
    frame: Frame,
    s: While | For,
    trip: FirstTrip,
    rest: tuple[Statement, ...] | None,
    out: NameSet,
) -> If:
    """The trip and the loop in a branch; what follows in both where `rest` is given."""
    assert trip.test is not None
    then = Block((*trip.statements, *(rest or ())))
    first = If(s.span, (), trip.test, then, Block(rest) if rest else None)
    frame.live.after[first] = frame.live.after[s] if rest is None else out
    frame.live.before[first] = frame.live.before[s]
    return first


def decided(frame: Frame, s: If) -> tuple[Statement, ...] | None:
    """The branch of an `if name is None` where the name is None; None for any other `if`."""
    side = tests_none(frame, s.test)
    if side is None:
        return None
    return frame.live.statements(s.then if side else s.otherwise)


def tests_none(frame: Frame, test: Expression) -> bool | None:
    """The truth of `name is None` or `name is not None` of a name that is None."""
    name, side = _test_of_none(test)
    return side if name is not None and is_none(frame, name) else None


def tests_of_maybe(frame: Frame, test: Expression) -> tuple[dict[str, Kind], dict[str, Kind]]:
    """What a name that may be None is where `name is None` holds, and where it does not."""
    name, side = _test_of_none(test)
    kind = None if name is None else frame.environment.get(name)
    if name is None or not isinstance(kind, Maybe):
        return {}, {}
    none: dict[str, Kind] = {name: Built("None", None)}
    other = {name: kind.inner}
    return (none, other) if side else (other, none)


def _test_of_none(test: Expression) -> tuple[str | None, bool]:
    """The name in `name is None`, and whether it is `is`; None for another test."""
    match test:
        case Compare(left=Name(id=name), operators=("is" | "is not" as operator,), rights=(right,)):
            if isinstance(right, Constant) and right.value is None:
                return name, operator == "is"
    return None, False
