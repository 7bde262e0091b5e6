"""Names that a loop is the first to bind, and that are read after it: bound only if it ran."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dslc.ir.dims import Size, symbols
from dslc.ir.op import REGISTRY
from dslc.ir.types import BOOL_NUMBER

from .branches import join_kinds
from .frame import Frame
from .kind_parts import map_sizes, retext
from .kinds import Built, Computed, Kind, MaybeUnbound, Poison, Sized
from .live import targets_in
from .operations import apply
from .outcome import End, always_tests_true, breaks, is_bound
from .region_ends import value_kind
from .tree import For, While

if TYPE_CHECKING:
    from .region_loops import Loop

NO_TRIP = "bound in the loop, which may run no trip"
NOT_EACH = "bound in the loop, which may end before"

SURELY = Built("True", True)
"""Says of a loop that it runs one trip at least."""


def names_bound_first(frame: Frame, s: While | For) -> list[str]:
    """The names that are read after a loop and that may be bound nowhere before it."""
    names = [name for inner in frame.live.statements(s.body) for name in frame.live.bound_in(inner)]
    if isinstance(s, For):
        names += targets_in(s.target)
    return frame.in_order(
        name
        for name in names
        if name in frame.live.beyond(s)
        and isinstance(frame.environment.get(name), MaybeUnbound | None)
    )


# --- whether a loop runs ----------------------------------------------------------------------


def note_trips(frame: Frame, loop: Loop) -> None:
    """Let the text tell whether a loop runs a trip, where a name depends on it."""
    loop.first = [n for n in names_bound_first(frame, loop.statement) if n != loop.index]
    if not frame.live.finished(loop.statement).isdisjoint(loop.first):
        loop.ran = _runs_while(frame, loop) if loop.index is None else _runs_for(frame, loop)


def _runs_while(frame: Frame, loop: Loop) -> Kind:
    """A flag that the loop carries, unless its test is always true."""
    assert isinstance(loop.statement, While)
    if always_tests_true(loop.statement):
        return SURELY
    loop.flag = frame.names.lasting("ran")
    frame.order.append(loop.flag)
    frame.writer.line(f"{loop.flag} = False")
    frame.environment[loop.flag] = Built(loop.flag, False)
    loop.heads[loop.flag] = Computed("", BOOL_NUMBER)
    return Computed(loop.flag, BOOL_NUMBER)


def _runs_for(frame: Frame, loop: Loop) -> Kind | None:
    """The bounds of its range, compared; None where their order depends on the step."""
    start, stop = loop.bounds[:2] if len(loop.bounds) > 1 else (Built("0", 0), loop.bounds[0])
    step = _size(loop.bounds[2]) if len(loop.bounds) > 2 else 1
    if not isinstance(step, int) or step == 0:
        return None
    first, last = _size(start), _size(stop)
    if first is not None and last is not None:
        known = frame.facts.less(*((first, last) if step > 0 else (last, first)))
        if known is not None:
            return SURELY if known else None
    op = REGISTRY["less" if step > 0 else "greater"]
    return apply(frame, op, [start, stop], {}, loop.statement.span, into=frame.names.lasting("ran"))


def _size(kind: Kind) -> Size | None:
    if isinstance(kind, Sized):
        return kind.size
    return kind.value if isinstance(kind, Built) and type(kind.value) is int else None


def last_index(s: For, bounds: list[Kind]) -> Built | None:
    """The last index of a range of numbers whose loop runs to its end; None where it may not."""
    sizes = map(_size, bounds)
    values = [size for size in sizes if isinstance(size, int)]
    if len(values) < len(bounds) or 0 in values[2:] or breaks(s.body.statements):
        return None
    trips = range(*values)
    return Built(str(trips[-1]), trips[-1]) if trips else None


# --- what is bound after it -------------------------------------------------------------------


def settle(frame: Frame, loop: Loop, ends: list[End]) -> None:
    """Let a loop carry what it is the first to bind, where each trip binds it."""
    after = [end for end in ends if end.outcome.ends != frozenset(("return",))]
    finished = frame.live.finished(loop.statement)
    for name in loop.first:
        if loop.ran is None and name in finished:
            continue
        kinds = [end.environment.get(name) for end in after]
        earlier = _earlier(frame, name)
        if not kinds or not all(map(is_bound, kinds)):
            continue
        found = [value_kind(kind) for kind in (earlier, *kinds) if is_bound(kind)]
        joined = found[0]
        for kind in found[1:]:
            joined = join_kinds(frame, joined, kind, loop.statement.span, name)
        if not isinstance(joined, Poison):
            loop.heads[name] = retext(map_sizes(joined, lambda size: _outside(frame, size)), "")


def _earlier(frame: Frame, name: str) -> Kind | None:
    """What a name is before the loop, where the run tells whether it is bound."""
    kind = frame.environment.get(name)
    return kind.kind if isinstance(kind, MaybeUnbound) and kind.bound is not None else None


def _outside(frame: Frame, size: Size) -> Size:
    """A size of a trip as it is seen after the loop."""
    return size if frame.dims.issuperset(symbols(size)) else frame.wild()


def initial(frame: Frame, loop: Loop, name: str) -> Kind | None:
    """What a name is before the loop that carries it; None where it is not bound."""
    return _earlier(frame, name) if name in loop.first else frame.environment.get(name)


def bind_after(frame: Frame, loop: Loop) -> None:
    """Bind what the loop is the first to bind, as far as it ran."""
    finished = frame.live.finished(loop.statement)
    for name in loop.first:
        earlier = frame.environment.get(name)
        if name not in loop.heads:
            frame.environment[name] = MaybeUnbound(NO_TRIP if loop.ran is None else NOT_EACH)
            continue
        kind = retext(loop.heads[name], name)
        if name not in finished:  # read where a `break` has left the loop, which bound it
            frame.environment[name] = MaybeUnbound(NOT_EACH, kind, loop.broken)
            continue
        if loop.ran is SURELY:
            frame.bind(name, kind)
            continue
        ran = loop.ran
        if isinstance(earlier, MaybeUnbound) and earlier.bound is not None and ran is not None:
            into = frame.names.lasting("ran")
            ran = apply(
                frame, REGISTRY["or"], [earlier.bound, ran], {}, loop.statement.span, into=into
            )
        frame.environment[name] = MaybeUnbound(NO_TRIP, kind, loop.broken, ran)
