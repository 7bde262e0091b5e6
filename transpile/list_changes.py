"""Methods that change a list: the same calls in the emitted text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from dslc.ir.diagnostics import Span

from . import fence
from .binding import Argument
from .containers import repeated
from .frame import Frame
from .grown_lists import change_grown
from .identities import changed, check_change, owned
from .kind_parts import retext
from .kinds import POISON, Built, Grown, Kind, Poison, Repeated, Sequence, is_number
from .many import any_of_many
from .python_paths import merge
from .structs import as_sequence
from .texts import text_of
from .tree import Call

List: TypeAlias = Sequence | Repeated


@dataclass(frozen=True, slots=True)
class Change:
    """A method's call: on which list, with which arguments, and what its value is called."""

    frame: Frame
    kind: List
    name: str
    arguments: list[Kind]
    e: Call
    into: str | None


def change_list(
    frame: Frame,
    kind: List | Grown,
    name: str,
    arguments: list[Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`rows.append(x)` and the like."""
    least, most = _COUNTS.get(name, (1, 0))
    if not least <= len(arguments) <= most:
        return fence.refuse(frame, f"`.{name}` with these arguments", e.span)
    if isinstance(kind, Grown):
        return change_grown(frame, kind, name, [a.kind for a in arguments], e, into)
    if not check_change(frame, kind, e.span):
        return POISON
    given = [owned(frame, a.kind) for a in arguments]
    return _CHANGES[name](Change(frame, kind, name, given, e, into))


def any_item(frame: Frame, kinds: list[Kind], span: Span) -> Kind | None:
    """What items of any of these kinds are; None where they have nothing in common."""
    reported, item = len(frame.session.diagnostics), kinds[0]
    for other in kinds[1:]:
        item = merge(frame, item, other, "item", span)
    if len(frame.session.diagnostics) > reported or isinstance(item, Poison):
        return None
    return any_of_many(item)


def of_many(
    frame: Frame,
    kind: List,
    others: list[Kind],
    *,
    certain: bool,
    span: Span,
    more: int | None = None,
) -> Kind:
    """A list that has these items too, in places that only building knows.

    `more` tells by how many it is longer, where that is known.
    """
    own = [kind.item] if isinstance(kind, Repeated) else list(kind.items)
    kinds = [*own, *others]
    item = any_item(frame, kinds, span) if kinds else Built("")
    if item is None:
        return frame.refuse(
            "depends-on-static",
            "what the items of this list are depends on a build-time value",
            span,
            help="let all its items be of one type",
        )
    count = (object(), 0)
    if isinstance(kind, Repeated) and more is not None:
        count = (kind.count[0], kind.count[1] + more)
    return Repeated("", item, "list", certain, count=count)


def _call_text(c: Change) -> str:
    return f"{text_of(c.kind)}.{c.name}({', '.join(map(text_of, c.arguments))})"


def _done(c: Change, new: Kind) -> Kind:
    """A change without a value."""
    if isinstance(new, Poison):
        return new
    c.frame.writer.line(_call_text(c))
    changed(c.frame, c.kind, new)
    return Built("None", None)


def _append(c: Change) -> Kind:
    if isinstance(c.kind, Sequence):
        return _done(c, replace(c.kind, items=(*c.kind.items, c.arguments[0]), text=""))
    many = of_many(c.frame, c.kind, c.arguments, certain=True, span=c.e.span, more=1)
    return _done(c, many)


def _extend(c: Change) -> Kind:
    new = extended(c.frame, c.kind, c.arguments[0], c.e.arguments[0].span, c.e.span)
    return _done(c, new)


def extended(frame: Frame, kind: List, other: Kind, place: Span, span: Span) -> Kind:
    """A list with the items of another one behind its own."""
    other = as_sequence(other)
    if isinstance(kind, Sequence) and isinstance(other, Sequence):
        return replace(kind, items=kind.items + other.items, text="")
    found = repeated(frame, other, place)
    if isinstance(found, Poison):
        return found
    if isinstance(kind, Sequence) and found.items is not None:
        return replace(kind, items=kind.items + found.items, text="")
    certain = found.certain or (kind.certain if isinstance(kind, Repeated) else bool(kind.items))
    return of_many(frame, kind, [found.item], certain=certain, span=span)


def _insert(c: Change) -> Kind:
    place = c.arguments[0]
    if not isinstance(place, Built):
        return _unplaced(c)
    if isinstance(c.kind, Sequence) and isinstance(place.value, int):
        items = list(c.kind.items)
        items.insert(place.value, c.arguments[1])
        return _done(c, replace(c.kind, items=tuple(items), text=""))
    many = of_many(c.frame, c.kind, c.arguments[1:], certain=True, span=c.e.span, more=1)
    return _done(c, many)


def _unplaced(c: Change) -> Poison:
    help_ = "a list is changed while the graph is built: store into an array"
    return c.frame.refuse(
        "depends-on-run", f"`.{c.name}` at a place that only the run knows", c.e.span, help=help_
    )


def _pop(c: Change) -> Kind:
    place = c.arguments[0] if c.arguments else Built("-1", -1)
    if not isinstance(place, Built):
        return _unplaced(c)
    name = c.into or c.frame.names.temporary(c.frame.base, "pop")
    if isinstance(c.kind, Sequence) and isinstance(place.value, int):
        items = list(c.kind.items)
        try:
            item = items.pop(place.value)
        except IndexError:
            message = f"there are {len(items)} items, none at {place.value}"
            return c.frame.refuse("index-out-of-range", message, c.e.span)
        new: Kind = replace(c.kind, items=tuple(items), text="")
    else:
        new = of_many(c.frame, c.kind, [], certain=False, span=c.e.span, more=-1)
        if not isinstance(new, Repeated):
            return new
        item = new.item
    c.frame.writer.line(f"{name} = {_call_text(c)}")
    changed(c.frame, c.kind, new)
    return retext(item, name)


def _remove(c: Change) -> Kind:
    """The first item that is equal; only numbers and texts are compared while building."""
    wanted = c.arguments[0]
    items = c.kind.items if isinstance(c.kind, Sequence) else (c.kind.item,)
    if not all(isinstance(item, Built) for item in (*items, wanted)):
        help_ = "remove it by its place, as in `del rows[i]`"
        return fence.refuse(c.frame, "`.remove` from a list of arrays", c.e.span, help=help_)
    values = [item.value for item in items if isinstance(item, Built) and item.known]
    known = isinstance(wanted, Built) and wanted.known and len(values) == len(items)
    if not known or not isinstance(c.kind, Sequence):
        return _done(c, of_many(c.frame, c.kind, [], certain=False, span=c.e.span, more=-1))
    assert isinstance(wanted, Built)
    if wanted.value not in values:
        return c.frame.refuse("index-out-of-range", "the list has no such item", c.e.span)
    place = values.index(wanted.value)
    left = (*c.kind.items[:place], *c.kind.items[place + 1 :])
    return _done(c, replace(c.kind, items=left, text=""))


def _clear(c: Change) -> Kind:
    return _done(c, Sequence("", (), is_list=True))


def _reverse(c: Change) -> Kind:
    if isinstance(c.kind, Sequence):
        return _done(c, replace(c.kind, items=c.kind.items[::-1], text=""))
    return _done(c, replace(c.kind, text=""))


def _sort(c: Change) -> Kind:
    items = c.kind.items if isinstance(c.kind, Sequence) else (c.kind.item,)
    if not all(isinstance(item, Built) for item in items):
        help_ = "stack the values, and use `np.sort`"
        return fence.refuse(c.frame, "sorting a list of run-time values", c.e.span, help=help_)
    values = [item for item in items if isinstance(item, Built) and is_number(item.value)]
    if isinstance(c.kind, Sequence) and len(values) == len(items):
        ordered = sorted(values, key=lambda item: item.value)
        return _done(c, replace(c.kind, items=tuple(ordered), text=""))
    many = of_many(c.frame, c.kind, [], certain=False, span=c.e.span, more=0)
    return _done(c, many)


_CHANGES: dict[str, Callable[[Change], Kind]] = {
    "append": _append,
    "clear": _clear,
    "extend": _extend,
    "insert": _insert,
    "pop": _pop,
    "remove": _remove,
    "reverse": _reverse,
    "sort": _sort,
}
_COUNTS = {
    "append": (1, 1),
    "clear": (0, 0),
    "extend": (1, 1),
    "insert": (2, 2),
    "pop": (0, 1),
    "remove": (1, 1),
    "reverse": (0, 0),
    "sort": (0, 0),
}
"""How many arguments each takes."""
