"""Loops that stay plain Python loops in the emitted text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .bound_first import NO_TRIP
from .built_branches import either, leave_python, write_labels
from .control import Walk
from .frame import Frame, NeedsBuild, PythonLoop
from .guarded_loops import guarded_loop
from .kinds import Kind, MaybeUnbound
from .outcome import FALLS, Outcome, exits
from .python_paths import meeting, merge
from .region_loops import UNSETTLED, rounds, signature
from .tree import For, While

Path: TypeAlias = Mapping[str, Kind]


@dataclass(slots=True)
class _Trip:
    """A Python loop, one trip of which has been walked.

    Attributes:
        statement: the loop.
        certain: whether it runs at least one trip.
        start: what names are before it.
        heads: what those that trips bind anew are at the head of one.
        variables: what the loop binds itself.
        names: all that are bound in it.
        outcome: how a trip ends.
        trip_ends: what names are where a trip has gone through.
        broken: what they are where one breaks the loop off.
        need: why a loop around it must be one of Python if this one is no loop of branches.
    """

    statement: While | For
    certain: bool
    start: dict[str, Kind]
    variables: dict[str, Kind]
    heads: dict[str, Kind] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    outcome: Outcome = FALLS
    trip_ends: list[Path] = field(default_factory=list)
    broken: list[Path] = field(default_factory=list)
    need: NeedsBuild | None = None


def built_loop(
    frame: Frame,
    s: While | For,
    header: str,
    variables: dict[str, Kind],
    walk: Walk,
    *,
    certain: bool,
) -> Outcome:
    """A Python loop in the emitted text; `certain` when it runs at least one trip."""
    frame.writer.drop_bare(frame.g)
    write_labels(frame, s)
    state, reported = frame.save(), len(frame.session.diagnostics)
    trip = _Trip(s, certain, dict(frame.environment), variables)
    for _ in rounds(frame, s):
        frame.writer.line(header)
        settled = _settles(frame, trip, walk)
        if settled and _widen(frame, trip):
            frame.restore(state)
            continue
        outcome = _after(frame, trip, walk) if settled else None
        if outcome is not None:
            return outcome
        frame.restore(state)
        del frame.session.diagnostics[reported:]
        outcome = guarded_loop(frame, s, header, variables, walk, certain=certain)
        if trip.need is not None and len(frame.session.diagnostics) > reported:
            raise trip.need
        return outcome
    frame.refuse("branch-mismatch", UNSETTLED, s.span)
    return FALLS


def _settles(frame: Frame, trip: _Trip, walk: Walk) -> bool:
    """Walk a trip; whether building alone tells how it ends."""
    state = frame.tail, frame.loop_live, frame.assigned, frame.known, frame.python_loop
    around = frame.in_built_branch
    try:
        _walk_trip(frame, trip, walk)
    except NeedsBuild as need:
        s = trip.statement
        if not isinstance(s, While) or not exits(s.body.statements):
            raise
        frame.tail, frame.loop_live, frame.assigned, frame.known, frame.python_loop = state
        frame.in_built_branch, trip.need = around, need
        return False
    return trip.outcome.exit is None


def _walk_trip(frame: Frame, trip: _Trip, walk: Walk) -> None:
    s, loop = trip.statement, PythonLoop()
    frame.environment.update({**trip.heads, **trip.variables})
    outer = frame.python_loop, frame.loop_live, frame.tail, frame.assigned, frame.known
    around, frame.in_built_branch = frame.in_built_branch, True
    frame.python_loop, frame.tail, frame.assigned = loop, False, []
    frame.loop_live = frame.live.head[s], frame.live.after[s]
    with frame.writer.indented():
        outcome = walk(frame, frame.live.statements(s.body), frame.live.head[s])
        if outcome.definite and not outcome.left and not outcome.raises:
            outcome = leave_python(frame, outcome)
        elif frame.writer.lines[-1].endswith(":"):
            frame.writer.line("pass")
    trip.names = list(dict.fromkeys([*trip.variables, *frame.assigned]))
    frame.python_loop, frame.loop_live, frame.tail, frame.assigned, frame.known = outer
    frame.in_built_branch = around
    trip.outcome = outcome
    trip.trip_ends = [*loop.continued, *([] if outcome.left else [frame.environment])]
    trip.broken = loop.broken


def _widen(frame: Frame, trip: _Trip) -> bool:
    """Merge what a trip left into the heads; True when something changed."""
    changed = False
    names = [name for name in trip.names if name in trip.start and name not in trip.variables]
    ends = meeting(frame, trip.trip_ends, names, trip.statement.span) if trip.trip_ends else {}
    for name, end in ends.items():
        before = trip.heads.get(name, trip.start[name])
        if isinstance(before, MaybeUnbound) or isinstance(end, MaybeUnbound):
            continue
        trip.heads[name] = merge(frame, before, end, name, trip.statement.span)
        changed = changed or signature(trip.heads[name]) != signature(before)
    return changed


def _after(frame: Frame, trip: _Trip, walk: Walk) -> Outcome | None:
    """What follows the trips; None where the run may leave from there."""
    paths: list[Path] = []
    outcome, names = FALLS, list(trip.names)
    finished = _finished(frame, trip)
    if finished is not None:
        frame.environment = {**frame.environment, **finished}
        if trip.statement.otherwise is not None:
            ended = _walk_otherwise(frame, trip, walk, names)
            if ended is None:
                return None
            outcome = ended
        paths = [] if outcome.left else [frame.environment]
    paths += trip.broken
    met = meeting(frame, paths, names, trip.statement.span) if paths else {}
    frame.environment = dict(frame.environment)
    for name, kind in met.items():
        frame.bind(name, kind)
    early = _returned(frame, trip.outcome, outcome)
    left = outcome.left and not paths
    before = (trip.outcome.ways | outcome.ways) & {"return"}
    return Outcome(frozenset() if left else FALLS.ends, left=left, before=before, early=early)


def _walk_otherwise(frame: Frame, trip: _Trip, walk: Walk, names: list[str]) -> Outcome | None:
    """The `else` of the loop in the text; None where the run may leave from it."""
    outer = frame.assigned, frame.known, frame.in_built_branch, frame.tail
    frame.assigned, frame.in_built_branch, frame.tail = [], True, False
    frame.writer.line("else:")
    with frame.writer.indented():
        body = frame.live.statements(trip.statement.otherwise)
        outcome = walk(frame, body, frame.live.after[trip.statement])
        names += frame.assigned
        frame.assigned, frame.known, frame.in_built_branch, frame.tail = outer
        if outcome.raises or not (outcome.runs or outcome.definite):
            return None
        return leave_python(frame, outcome)


def _finished(frame: Frame, trip: _Trip) -> dict[str, Kind] | None:
    """What names are where the loop has gone through; None where it never does."""
    if trip.certain and not trip.trip_ends:
        return None
    span, found = trip.statement.span, dict[str, Kind]()
    ends = meeting(frame, trip.trip_ends, trip.names, span) if trip.trip_ends else {}
    for name, kind in frame.environment.items():
        if isinstance(trip.start.get(name), MaybeUnbound):
            found[name] = trip.start[name]  # it was checked in a trip, if there was one
        elif isinstance(kind, MaybeUnbound) and not trip.certain:
            found[name] = MaybeUnbound(NO_TRIP)
    for name in trip.names:
        before = trip.heads.get(name, trip.start.get(name))
        if trip.certain:
            found[name] = trip.heads.get(name, ends[name])
        elif before is None or isinstance(before, MaybeUnbound):
            found[name] = MaybeUnbound(NO_TRIP)
        else:
            end = ends.get(name, before)
            found[name] = merge(frame, before, end, name, span)
    return found


def _returned(frame: Frame, *outcomes: Outcome) -> Kind | None:
    """What the function returns in a loop."""
    result: Kind | None = None
    for outcome in outcomes:
        for kind in (outcome.result, outcome.early):
            result = result if kind is None else either(frame, result, kind)
    return result
