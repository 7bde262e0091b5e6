"""`for row in x`: a loop of the graph over the rows of arrays.

    for row in x:              def loop1_body(row_index, total):
        total = total + row        row = g.index(x, g.s_[row_index])
                                   total = g.add(total, row)
                                   return total

A row is a view. What the loop goes over may not be written to in its body.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY
from dslc.ir.types import TensorType

from . import fence, struct_operators
from .assignments import bind_target
from .control import Walk
from .extremes import extreme_of_sizes
from .frame import Frame
from .grown_lists import length, row_at
from .identities import is_changeable
from .kind_parts import retext
from .kinds import (
    POISON,
    Built,
    Computed,
    Grown,
    Kind,
    MaybeUnbound,
    Poison,
    Record,
    Sequence,
    Sized,
)
from .live import targets_in
from .operations import apply
from .operators import binary
from .outcome import FALLS, Outcome
from .region_loops import Loop, emit_loop, region_loop
from .row_iterators import Rows
from .texts import text_of
from .tree import Binary, Expression, For, List, Name, Starred, Tuple

ROWS = "<the rows of a loop>"
"""The name of what a loop goes over in the environment of its body; no program has it."""


def for_rows(frame: Frame, s: For, rows: Rows, walk: Walk) -> Outcome:
    """A loop over the rows of arrays."""
    if not _binds_names(s.target):
        fence.refuse(frame, "this target of a `for`", s.target.span, help="let it bind names")
        return FALLS
    rows = _named(frame, rows, _bound_in_trips(frame, s))
    for array in _arrays(rows):
        if text_of(array) not in frame.order:
            frame.names.hold(text_of(array))
    count = _length(frame, rows, s.iterable.span)
    if isinstance(count, Poison):
        return FALLS
    index = _index(frame, s, rows)

    def bind(inner: Frame, number: Kind) -> None:
        for place, array in enumerate(_arrays(rows)):
            inner.environment[f"{ROWS}{index} {place}"] = array
        _Trip(inner, number, s.target.span).bind(s.target, rows)

    loop = Loop(s, index, [count], row=bind)
    functions = region_loop(
        frame, loop, lambda frame, _: list(frame.names.block("loop", "body")), walk
    )
    trips = f"{frame.g}.range({text_of(count)})"
    outcome = emit_loop(frame, loop, "for_", [trips, *functions])
    for target in targets_in(s.target):
        if target not in frame.live.beyond(s):
            frame.environment[target] = MaybeUnbound("bound by the loop, which may run no trip")
    return outcome


def _binds_names(target: Expression) -> bool:
    if isinstance(target, Tuple | List):
        return all(map(_binds_names, target.items))
    return isinstance(target, Name) or (isinstance(target, Starred) and _binds_names(target.value))


def _bound_in_trips(frame: Frame, s: For) -> set[str]:
    """The names that trips bind, and those of lists that they change."""
    inner = s.body.statements
    bound = {name for each in inner for name in frame.live.bound_in(each)}
    changed = {name for each in inner for name in frame.live.changed(each)}
    lists = {name for name in changed if is_changeable(frame.environment.get(name, POISON))}
    return bound | lists | set(targets_in(s.target))


def _arrays(rows: Rows) -> list[Kind]:
    """The arrays that a loop goes over."""
    found = [array for part in rows.parts for array in _arrays(part)]
    return [*rows.own, *found] if rows.form == "array" else found


def _named(frame: Frame, rows: Rows, bound: set[str]) -> Rows:
    """The same iterator where trips bind none of the names in its text."""

    def named(kind: Kind) -> Kind:
        text = text_of(kind)
        if bound.isdisjoint(_names_in(text)):
            return kind
        name = frame.names.fresh(f"{text}_rows" if text.isidentifier() else "loop_bound")
        frame.writer.line(f"{name} = {text}")
        return retext(kind, name)

    parts = tuple(_named(frame, part, bound) for part in rows.parts)
    return replace(rows, parts=parts, own=tuple(map(named, rows.own)))


def _names_in(text: str) -> list[str]:
    return re.findall(r"[^\W\d]\w*", text)


def _index(frame: Frame, s: For, rows: Rows) -> str:
    """What the number of a trip is called: the name of `enumerate`, where that is all it is."""
    target = s.target
    if rows.form == "enumerate" and isinstance(target, Tuple) and len(target.items) == 2:
        first, (start,) = target.items[0], rows.own
        counts = isinstance(start, Built) and start.value == 0
        once = isinstance(first, Name) and targets_in(target).count(first.id) == 1
        if counts and isinstance(first, Name) and once and first.id not in frame.live.beyond(s):
            return first.id
    names = [name.strip("_") for name in targets_in(target)]
    return frame.names.fresh(f"{next(filter(None, names), 'row')}_index")


def _length(frame: Frame, rows: Rows, span: Span) -> Kind:
    """How many trips there are."""
    if rows.form == "array":
        (array,) = rows.own
        return _rows_in(frame, array, span)
    if rows.form == "range":
        if rows.step != 1:
            return fence.refuse(frame, "a range with a step beside rows", span)
        if len(rows.own) == 1:
            return rows.own[0]
        return _arithmetic(frame, "-", rows.own[1], rows.own[0], span)
    lengths = [_length(frame, part, span) for part in rows.parts]
    if any(isinstance(count, Poison) for count in lengths):
        return POISON
    shortest = lengths[:1]
    for count in lengths[1:]:
        if not any(_same(frame, count, other) for other in shortest):
            shortest.append(count)
    if len(shortest) == 1:
        return shortest[0]
    found = extreme_of_sizes(frame, min, shortest)
    help_ = "take the sizes of arrays, or parameters"
    return found or fence.refuse(frame, "a range that the run computes in `zip`", span, help=help_)


def _rows_in(frame: Frame, array: Kind, span: Span) -> Kind:
    """How many rows there are."""
    if isinstance(array, Grown):
        return length(array)
    if isinstance(array, Record):
        return struct_operators.one(frame, array, "__len__", Name(span, "_"), None, "`len`")
    assert isinstance(array, Computed) and isinstance(array.type, TensorType)
    return Sized(f"{array.text}.shape[0]", array.type.shape[0])


def _same(frame: Frame, a: Kind, b: Kind) -> bool:
    if not (isinstance(a, Sized) and isinstance(b, Sized)):
        return False
    return frame.facts.equal(a.size, b.size) is True


def _arithmetic(frame: Frame, operator: str, left: Kind, right: Kind, span: Span) -> Kind:
    e = Binary(span, operator, Name(span, "_"), Name(span, "_"))
    return binary(frame, operator, (left, right), e, None, (span, span))


@dataclass(slots=True)
class _Trip:
    """One trip: what its number is, and where what it binds stands in the source."""

    frame: Frame
    number: Kind
    span: Span

    def bind(self, target: Expression, rows: Rows) -> None:
        """Bind a target to what the trip takes from an iterator."""
        items = list(target.items) if isinstance(target, Tuple | List) else []
        count = {"zip": len(rows.parts), "enumerate": 2}.get(rows.form)
        if len(items) != count or any(isinstance(item, Starred) for item in items):
            into = target.id if isinstance(target, Name) else None
            bind_target(self.frame, target, self.item(rows, into), self.span)
            return
        if rows.form == "enumerate":
            bind_target(self.frame, items[0], self.count(rows.own[0]), self.span)
        for item, part in zip(items[-len(rows.parts) :], rows.parts, strict=True):
            self.bind(item, part)

    def item(self, rows: Rows, into: str | None = None) -> Kind:
        """What the trip takes from an iterator."""
        if rows.form == "array":
            return self._row(rows.own[0], self.number, into)
        if rows.form == "range":
            return self.count(rows.own[0] if len(rows.own) > 1 else Built("0", 0))
        if rows.form == "reversed":
            return self._backwards(rows.parts[0], into)
        found = [self.item(part) for part in rows.parts]
        if rows.form == "enumerate":
            found.insert(0, self.count(rows.own[0]))
        return Sequence("", tuple(found))

    def count(self, start: Kind) -> Kind:
        """The number of the trip, counted from a start."""
        if isinstance(start, Built) and start.value == 0:
            return self.number
        return _arithmetic(self.frame, "+", self.number, start, self.span)

    def _backwards(self, rows: Rows, into: str | None) -> Kind:
        if rows.form == "array":
            back = _arithmetic(self.frame, "-", Built("-1", -1), self.number, self.span)
            return self._row(rows.own[0], back, into)
        *_, stop = rows.own[:2]
        last = _arithmetic(self.frame, "-", stop, Built("1", 1), self.span)
        return _arithmetic(self.frame, "-", last, self.number, self.span)

    def _row(self, array: Kind, number: Kind, into: str | None) -> Kind:
        if isinstance(array, Grown):
            return row_at(self.frame, array, number, self.span, into)
        if isinstance(array, Record):
            e = Name(self.span, "_")
            return struct_operators.item(self.frame, array, number, e, into)
        key = "_", f"{self.frame.g}.s_[{text_of(number)}]"
        op = REGISTRY["index"]
        return apply(self.frame, op, [array, number], {}, self.span, into=into, key=key)
