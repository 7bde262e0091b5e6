"""Comprehensions that make values of the graph: Python comprehensions with nodes in them.

    ys = [x * i for i in range(3)]         ys = [g.multiply(x, i) for i in range(3)]

What takes more than one line is a function before it:

    ys = [x * i + 1 for i in range(3)]     def ys_item(i):
                                               ys_multiply = g.multiply(x, i)
                                               ys_add = g.add(ys_multiply, 1)
                                               return ys_add

                                           ys = [ys_item(i) for i in range(3)]

One that reads only what is known while building, and makes nothing else of it, stays as it is.
"""

from __future__ import annotations

from typing import Any

from . import fence
from .captured_arrays import is_of_run
from .comprehension_loops import looped
from .comprehension_texts import Form, Item, Made, WalkExpression, write, write_apart
from .containers import anew, repeated, targets
from .frame import Frame, NeedsBuild, Saved
from .growing import MOST_TRIES
from .identities import identified, unidentified
from .inner_functions import captured_names
from .kept import kept
from .kind_parts import is_run, leaves, retext
from .kinds import (
    POISON,
    Built,
    Computed,
    Kind,
    Poison,
    Repeated,
    Sequence,
    Table,
    loop_of,
)
from .live import targets_in
from .many import any_of_many, arrays_in, own_arrays
from .ranges import MOST_COUNTED, built_range, is_range, range_bounds
from .texts import text_of
from .tree import Clause, Comprehension, Expression


def comprehension(frame: Frame, e: Comprehension, into: str | None, walk: WalkExpression) -> Kind:
    """A comprehension where it stands by itself."""
    form: Form | None = e.form if e.form in ("list", "dict") else None
    kind = None if form is None else items_of(frame, e, form, into, walk)
    return kept(frame, e) if kind is None else kind


def items_of(
    frame: Frame, e: Comprehension, form: Form, into: str | None, walk: WalkExpression
) -> Kind | None:
    """All items of a comprehension that makes values of the graph; None for another one."""
    known = not any(is_of_run(frame, read) for read in e.reads)
    state, reported = frame.save(), len(frame.session.diagnostics)
    name = into or frame.names.temporary(frame.base, "items")
    kind = _walked(Made(frame, e, walk, name, form))
    refused = len(frame.session.diagnostics) > reported
    if known and (refused or not is_run(kind)):
        frame.restore(state, within=True)
        del frame.session.diagnostics[reported:]
        return None
    if refused and form == "list" and frame.tries < MOST_TRIES:
        return _or_looped(frame, e, into, state, kind, reported)
    return kind


def _or_looped(
    frame: Frame, e: Comprehension, into: str | None, state: Saved, refused: Kind, reported: int
) -> Kind:
    """A comprehension as a loop of the graph, where building does not go through it."""
    said = frame.session.diagnostics[reported:]
    del frame.session.diagnostics[reported:]
    frame.restore(state, within=True)
    frame.tries += 1
    kind = looped(frame, e, into)
    if kind is not None and len(frame.session.diagnostics) == reported:
        return kind
    if kind is None:
        frame.session.diagnostics[reported:] = said
    return refused


def _walked(made: Made) -> Kind:
    frame, e = made.frame, made.e
    if e.binds:
        return fence.refuse(frame, "a walrus assignment in a comprehension", e.span)
    own = captured_names((e.element, e.key, e.clauses)).intersection(
        name for clause in e.clauses for name in targets_in(clause.target)
    )
    if own:
        name = min(own)
        return fence.refuse(
            frame, f"a function in a comprehension that reads its `{name}`", e.span,
            help=f"give it what `{name}` is there, as a default: `{name}={name}`",
        )  # fmt: skip
    outside = frame.environment
    frame.environment = dict(outside)
    try:
        first = _iterable(made, e.clauses[0])
        if first is None:
            return POISON
        with frame.apart():
            made.trips = _counted(made, first, named=True)
            items = _items(made, first)
    finally:
        frame.environment = outside
    if any(isinstance(item.kind, Poison) for item in items):
        return POISON
    if made.apart:
        write_apart(made, items)
    else:
        write(made, items[0])
    return _result(made, items, arrays_in(outside.values()))


# --- its clauses ------------------------------------------------------------------------------


def _iterable(made: Made, clause: Clause) -> Repeated | None:
    """What a clause goes through; None after a refusal."""
    frame, e = made.frame, clause.iterable
    if is_range(frame, e):
        bounds = range_bounds(frame, e, made.walk)
        if bounds is None:
            return None
        built = [bound for bound in bounds if isinstance(bound, Built)]
        if len(built) == len(bounds):
            return built_range(built)
        loop = next(filter(None, map(loop_of, bounds)), None)
        if loop is not None:
            raise NeedsBuild(loop, e.span)
        fence.refuse(frame, "a comprehension over a run-time range", e.span)
        return None
    kind = made.walk(frame, e)
    found = repeated(frame, kind, e.span)
    return found if isinstance(found, Repeated) else None


def _counted(made: Made, first: Repeated, *, named: bool) -> list[dict[str, Kind]] | None:
    """What the names are in each trip; None where building decides how many there are.

    They have the names that the text binds, or where it binds none the texts of the items.
    """
    frame = made.frame
    state, reported = frame.save(), len(frame.session.diagnostics)
    trips = _trips(made, 0, first, named)
    frame.restore(state, within=True)
    del frame.session.diagnostics[reported:]
    return trips


def _trips(
    made: Made, number: int, iterable: Repeated, named: bool
) -> list[dict[str, Kind]] | None:
    if iterable.items is None:
        return None
    frame, clause = made.frame, made.e.clauses[number]
    outer, found = frame.environment, list[dict[str, Kind]]()
    for item in iterable.items:
        names = targets(frame, clause.target, item, named=named)
        if names is None:
            return None
        frame.environment = {**outer, **names}
        tests = [made.walk(frame, each) for each in clause.tests]
        if not all(isinstance(each, Built) and each.known for each in tests):
            return None
        if not all(isinstance(each, Built) and each.value for each in tests):
            continue
        inner: list[dict[str, Kind]] | None = [frame.environment]
        if number + 1 < len(made.e.clauses):
            through = _iterable(made, made.e.clauses[number + 1])
            inner = None if through is None else _trips(made, number + 1, through, named)
        if inner is None or len(found) + len(inner) > MOST_COUNTED:
            return None
        found += inner
    frame.environment = outer
    return found


def _enter(made: Made, number: int, iterable: Repeated | None) -> bool:
    """Bind what the clauses from this one on bind, and note their text; False after a refusal."""
    if iterable is None:
        return False
    frame, clause = made.frame, made.e.clauses[number]
    names = targets(frame, clause.target, anew(frame, iterable.item))
    if names is None:
        return False
    frame.environment.update(names)
    text = f"for {frame.source(clause.target.span)} in {iterable.text}"
    for each in clause.tests:
        kind = _plain(made, each, "the condition of a comprehension")
        if kind is None:
            return False
        text += f" if {text_of(kind)}"
    made.headers.append(text)
    made.certain = made.certain and iterable.certain and not clause.tests
    if number + 1 == len(made.e.clauses):
        return True
    start = len(frame.writer.lines)
    inner = _iterable(made, made.e.clauses[number + 1])
    if len(frame.writer.lines) > start:
        span = made.e.clauses[number + 1].iterable.span
        fence.refuse(frame, "a comprehension over what its own names compute", span)
        return False
    return _enter(made, number + 1, inner)


def _plain(made: Made, e: Expression, what: str) -> Built | None:
    """A part that must be known while building; None after a refusal."""
    start = len(made.frame.writer.lines)
    kind = made.walk(made.frame, e)
    if isinstance(kind, Built) and len(made.frame.writer.lines) == start:
        return kind
    if not isinstance(kind, Poison):
        message = f"{what} must be known while the graph is built"
        help_ = "write a `for` loop, or use an array operation"
        made.frame.refuse("depends-on-run", message, e.span, help=help_)
    return None


# --- its items --------------------------------------------------------------------------------


def _items(made: Made, first: Repeated) -> list[Item]:
    """What the trips give: one item for all of them, or where that is not certain one for each."""
    frame, outside = made.frame, made.frame.environment
    if not _enter(made, 0, first):
        return [Item(POISON, [])]
    state, reported = frame.names.save(), len(frame.session.diagnostics)
    item = _item(made)
    said = frame.session.diagnostics[reported:]
    if not said and _is_certain(item.kind):
        return [item]
    del frame.session.diagnostics[reported:]
    each = [item]
    for names in made.trips or ():
        frame.environment = names
        frame.names.restore(state)
        each.append(_item(made))
    one = each[1:]
    alike = one and all(_text(other) == _text(one[0]) for other in one)
    if alike and len(frame.session.diagnostics) == reported:
        return one
    if one and len(frame.session.diagnostics) == reported and len(one) <= MOST_APART:
        frame.environment = outside
        return _items_apart(made, first)
    frame.session.diagnostics[reported:] = frame.session.diagnostics[reported:] or said
    return [item]


MOST_APART = 64
"""Items of a comprehension that are written one by one."""


def _items_apart(made: Made, first: Repeated) -> list[Item]:
    """What each trip gives, in the text one after the other."""
    found: list[Item] = []
    made.apart = True
    for names in _counted(made, first, named=False) or ():
        made.frame.environment = names
        found.append(_item(made))
    return found


def _item(made: Made) -> Item:
    """What one trip gives."""
    frame, e = made.frame, made.e
    key = None if e.key is None else _plain(made, e.key, "the key of a dict")
    if e.key is not None and key is None:
        return Item(POISON, [])
    start = len(frame.writer.lines)
    kind = made.walk(frame, e.element)
    (lines,) = frame.writer.cut(start)
    return Item(kind, lines[1:] if lines and not lines[0] else lines, key)


def _text(item: Item) -> tuple[list[str], str, str]:
    return item.lines, text_of(item.kind), "" if item.key is None else text_of(item.key)


def _is_certain(kind: Kind) -> bool:
    """Whether a kind's types do not depend on the trip."""
    for leaf in leaves(kind):
        unsure = isinstance(leaf, Computed) and (
            leaf.type is None or getattr(leaf.type, "joined", False)
        )
        if unsure or isinstance(leaf, Poison):
            return False
    return True


# --- what it gives ----------------------------------------------------------------------------


def _result(made: Made, items: list[Item], outside: set[int]) -> Kind:
    count = None if made.trips is None else len(made.trips)
    keys = _keys(made) if made.form == "dict" else None
    if count is None or (made.form == "dict" and keys is None):
        certain = made.certain if count is None else count > 0
        item = unidentified(any_of_many(items[0].kind, outside))
        return identified(made.frame, Repeated(made.name, item, made.form, certain))
    kinds = [item.kind for item in items] if len(items) == count else [items[0].kind] * count
    own = [unidentified(own_arrays(kind, outside)) for kind in kinds]
    whole: Kind = Sequence("", tuple(own), made.form == "list")
    if keys is not None:
        whole = Table("", dict(zip(keys, own, strict=True)))
    return identified(made.frame, retext(whole, made.name))


def _keys(made: Made) -> list[Any] | None:
    """The keys of a dict, where they are known."""
    frame, key = made.frame, made.e.key
    if key is None or made.trips is None:
        return None
    outer, found = frame.environment, list[Any]()
    for names in made.trips:
        frame.environment = names
        kind = made.walk(frame, key)
        if isinstance(kind, Built) and kind.known and isinstance(kind.value, str | int | tuple):
            found.append(kind.value)
    frame.environment = outer
    return found if len(found) == len(made.trips) else None
