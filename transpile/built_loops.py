"""Loops that stay plain Python loops in the emitted text."""

from __future__ import annotations

from dslc.ir.diagnostics import Span

from .bound_first import NO_TRIP
from .built_branches import leave_python, merge, write_labels
from .control import Walk
from .frame import Frame
from .guarded_loops import guarded_loop
from .kinds import Kind, MaybeUnbound
from .outcome import FALLS, RUN, Outcome
from .region_loops import UNSETTLED, rounds, signature
from .tree import For, While


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
    start, state = dict(frame.environment), frame.save()
    reported = len(frame.session.diagnostics)
    heads: dict[str, Kind] = {}
    for _ in rounds(frame, s):
        frame.writer.line(header)
        outer, frame.assigned = frame.assigned, []
        frame.environment.update({**heads, **variables})
        outcome = _walk_body(frame, s, walk)
        if outcome.exit is not None:
            frame.assigned = outer
            frame.restore(state)
            del frame.session.diagnostics[reported:]
            return guarded_loop(frame, s, header, variables, walk, certain=certain)
        assigned, frame.assigned = frame.assigned, outer
        if not _widen(frame, heads, start, variables, assigned, s.span):
            return _after(frame, s, outcome, start, heads, [*variables, *assigned], certain)
        frame.restore(state)
    frame.refuse("branch-mismatch", UNSETTLED, s.span)
    return FALLS


def _walk_body(frame: Frame, s: While | For, walk: Walk) -> Outcome:
    outer, frame.in_built_loop = frame.in_built_loop, True
    around, frame.in_built_branch = frame.in_built_branch, True
    with frame.writer.indented():
        outer_live = frame.loop_live
        frame.loop_live = frame.live.head[s], frame.live.after[s]
        tail, frame.tail = frame.tail, False
        outcome = walk(frame, frame.live.statements(s.body), frame.live.head[s])
        frame.tail, frame.loop_live = tail, outer_live
        if outcome.definite and not outcome.left:
            outcome = leave_python(frame, outcome)
        elif frame.writer.lines[-1].endswith(":"):
            frame.writer.line("pass")
    frame.in_built_loop, frame.in_built_branch = outer, around
    return outcome


def _widen(
    frame: Frame,
    heads: dict[str, Kind],
    start: dict[str, Kind],
    variables: dict[str, Kind],
    assigned: list[str],
    span: Span,
) -> bool:
    """Merge what a trip left into the heads; True when something changed."""
    changed = False
    for name in assigned:
        end = frame.environment[name]
        if name not in start or name in variables or isinstance(end, MaybeUnbound):
            continue
        before = heads.get(name, start[name])
        heads[name] = merge(frame, before, end, name, span)
        changed = changed or signature(heads[name]) != signature(before)
    return changed


def _after(
    frame: Frame,
    s: While | For,
    outcome: Outcome,
    start: dict[str, Kind],
    heads: dict[str, Kind],
    assigned: list[str],
    certain: bool,
) -> Outcome:
    for name, kind in frame.environment.items():
        if isinstance(start.get(name), MaybeUnbound):
            frame.environment[name] = start[name]  # it was checked in a trip, if there was one
        elif isinstance(kind, MaybeUnbound) and not certain:
            frame.environment[name] = MaybeUnbound(NO_TRIP)
    for name in dict.fromkeys(assigned):
        if name in heads:
            frame.bind(name, heads[name])
        elif name not in start and not certain:
            frame.environment[name] = MaybeUnbound(NO_TRIP)
        else:
            frame.bind(name, frame.environment[name])
    if "return" in outcome.ends:
        return Outcome(frozenset((RUN, "return")), early=outcome.returns or outcome.early)
    return FALLS
