"""Python loops that the run may leave: a trip is a branch that is taken while none has left.

exit = g.RUN
for rate in (0.5, 0.25):
    going = g.less(exit, g.BREAK)

    def if1_then(x):
        x = g.multiply(x, rate)
        ...
        return x, exit

    def if1_else(x):
        return x, exit

    x, exit = g.if_(going, if1_then, if1_else, (x,))
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dslc.ir.op import REGISTRY
from dslc.ir.types import INT, UNSET

from . import fence
from .bound_first import NO_TRIP, names_bound_first
from .control import Walk, two_ways
from .frame import Frame
from .kind_parts import retext
from .kinds import POISON, Built, Computed, Guard, Kind, MaybeUnbound
from .live import NameSet
from .operations import apply
from .outcome import FALLS, RUN, Outcome, unset_like
from .region_loops import UNSETTLED, rounds, signature
from .stepped import Steps, stepped
from .texts import text_of
from .tree import For, Name, Statement, While

LEAVING = "leaving a build-time loop under a run-time condition"
_MOVES = (
    "let each name that its test depends on be bound by an assignment of numbers of one type, "
    "known while building: first in each trip, or where nothing in the trip reads it after that; "
    "and let that end the loop, as in `while k < depth` with `k += 1`"
)


@dataclass(slots=True)
class Trips:
    """A Python loop whose trips are branches.

    Attributes:
        statement: the loop.
        header: its line in the text.
        variables: what it binds, with what each is at the head of a trip.
        steps: of a `while`, what moves it.
        heads: the names that trips bind anew, with what they are there.
        held: the names that the first trip binds first, with what they are in the later ones.
        outcome: how a trip ends, as far as it is known.
    """

    statement: While | For
    header: str
    variables: dict[str, Kind]
    steps: Steps | None = None
    heads: dict[str, Kind] = field(default_factory=dict)
    held: dict[str, Kind] = field(default_factory=dict)
    outcome: Outcome = FALLS

    @property
    def kept(self) -> dict[str, str]:
        """The names that move a `while` and are read after it, with those they have in trips."""
        return {} if self.steps is None else self.steps.kept


def guarded_loop(
    frame: Frame,
    s: While | For,
    header: str,
    variables: dict[str, Kind],
    walk: Walk,
    *,
    certain: bool,
) -> Outcome:
    """A Python loop that the run may leave; `certain` when it runs at least one trip."""
    trips = Trips(s, header, dict(variables))
    if isinstance(s, While):
        steps = stepped(frame, s, walk)
        if steps is None:
            return _refused(frame, s, _MOVES)
        trips = Trips(steps.loop, header, dict(steps.kinds), steps)
    elif not _name_variable(frame, trips, s):
        return _refused(frame, s, "let another name keep what is read after the loop")
    s = trips.statement
    known = {*trips.variables, *trips.kept.values()}
    first = [name for name in names_bound_first(frame, s) if name not in known]
    finished = frame.live.finished(s)
    trips.held = {n: Computed(n, UNSET) for n in first if certain or n not in finished}
    state = frame.save()
    for _ in rounds(frame, s):
        _begin(frame, trips)
        changed = _trip(frame, trips, walk)
        if not changed:
            return _after(frame, trips, first)
        frame.restore(state)
    frame.refuse("branch-mismatch", UNSETTLED, s.span)
    return FALLS


def _refused(frame: Frame, s: While | For, help_: str) -> Outcome:
    fence.refuse(frame, LEAVING, s.span, help=help_)
    for name in frame.live.assigned(s):
        frame.bind(name, POISON)
    return FALLS


def _name_variable(frame: Frame, trips: Trips, s: For) -> bool:
    """Keep the variable apart from the loop's own, where it is read after it; whether that works.

    The loop of the text goes on where that of the source has ended.
    """
    target = s.target
    beyond = frame.live.beyond(s)
    read = [name for name in trips.variables if name in beyond]
    if not read:
        return True
    if not isinstance(target, Name):
        return False
    item = frame.names.lasting(f"{target.id}_item")
    trips.header = trips.header.replace(f"for {target.id} in", f"for {item} in", 1)
    trips.variables = {item: retext(trips.variables[target.id], item)}
    return True


def _begin(frame: Frame, trips: Trips) -> None:
    """What stands before the loop."""
    frame.writer.at(frame.g, frame.code(trips.statement.span), trips.statement.span)
    frame.writer.line(f"{frame.exit_name} = {frame.g}.RUN")
    result = trips.outcome.returns
    if result is not None:
        frame.writer.line(f"{frame.result_name} = {unset_like(frame.g, result)}")
    for name, kind in trips.held.items():
        frame.writer.line(f"{name} = {unset_like(frame.g, kind)}")
    for name, last in trips.kept.items():
        frame.writer.line(f"{last} = {text_of(frame.environment[name])}")
        frame.bind(last, retext(frame.environment[name], last))


def _trip(frame: Frame, trips: Trips, walk: Walk) -> bool:
    """Write the loop with one trip; whether something turned out to be different at its head."""
    s = trips.statement
    head, beyond = frame.live.head[s], frame.live.after[s]
    start, outer = dict(frame.environment), frame.assigned
    frame.environment.update({**trips.heads, **trips.variables})
    frame.assigned = []
    before = frame.tail, frame.loop_live
    frame.writer.line(trips.header)
    with frame.writer.indented():
        if trips.steps is not None:
            walk(frame, trips.steps.first, head)
        frame.tail, frame.loop_live = True, (head, beyond)
        outcome = _branch(frame, trips, walk, head | frame.live.finished(s))
        frame.tail, frame.loop_live = before
        if trips.steps is not None:
            walk(frame, trips.steps.last, head)
    changed = _note(frame, trips, outcome, start)
    frame.assigned = [*outer, *(name for name in frame.assigned if name not in outer)]
    return changed


def _branch(frame: Frame, trips: Trips, walk: Walk, after: NameSet) -> Outcome:
    s = trips.statement
    frame.base = "going"
    going = apply(
        frame,
        REGISTRY["less"],
        [Computed(frame.exit_name, INT), Built(f"{frame.g}.BREAK", type=INT)],
        {},
        s.span,
        into=frame.names.fresh("going"),
    )

    def trip(frame: Frame, statements: tuple[Statement, ...], out: NameSet) -> Outcome:
        for name, kind in trips.variables.items():
            if isinstance(s, For) and isinstance(s.target, Name) and name != s.target.id:
                frame.writer.line(f"{s.target.id} = {name}")
                frame.bind(s.target.id, retext(kind, s.target.id))
        return walk(frame, statements, out)

    result = trips.outcome.returns
    left = frozenset(trips.outcome.ends - {RUN, "continue"}) or frozenset(("break",))
    keep = Outcome(left, frame.exit_name, result and retext(result, frame.result_name))
    body = frame.live.statements(s.body)
    return two_ways(frame, going, [body, ()], after, s.span, trip, keep=keep, held=trips.held)


def _note(frame: Frame, trips: Trips, outcome: Outcome, start: dict[str, Kind]) -> bool:
    """Keep what a trip has shown of the later ones."""
    changed = outcome.ends != trips.outcome.ends or (
        outcome.returns is not None
        and (
            trips.outcome.returns is None
            or signature(outcome.returns) != signature(trips.outcome.returns)
        )
    )
    trips.outcome = outcome
    for known in (trips.heads, trips.held):
        for name in frame.assigned:
            end = frame.environment.get(name)
            carried = name in trips.held if known is trips.held else name in start
            carried = carried and name not in trips.variables
            if not carried or end is None or isinstance(end, MaybeUnbound):
                continue
            before = known.get(name, start.get(name))
            known[name] = end
            changed = changed or before is None or signature(before) != signature(end)
    return changed


def _after(frame: Frame, trips: Trips, first: list[str]) -> Outcome:
    """What is known after the loop."""
    s = trips.statement
    for name in trips.variables if isinstance(s, For) else ():
        frame.environment.pop(name, None)
    for name, last in trips.kept.items():
        frame.writer.line(f"{name} = {last}")
        frame.bind(name, retext(frame.environment[last], name))
    broken = Guard(frame.code(s.span), (Built(""),), holds=True)
    finished = frame.live.finished(s)
    for name in first:
        if name not in trips.held or name not in frame.assigned:
            frame.environment[name] = MaybeUnbound(NO_TRIP)
        elif name not in finished:
            frame.environment[name] = MaybeUnbound(NO_TRIP, frame.environment[name], broken)
    ends = FALLS.ends | (trips.outcome.ends & {"break", "return"})
    if s.otherwise is None:
        return FALLS if "return" not in ends else replace(trips.outcome, ends=ends)
    return replace(trips.outcome, ends=ends, exit=frame.exit_name, broken=broken)
