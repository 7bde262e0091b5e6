"""A loop as a region of the graph: its functions, and the kinds of what it carries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from dslc.ir.comparison import Comparison
from dslc.ir.dims import Size
from dslc.ir.region_facts import learn
from dslc.ir.types import TensorType

from .bound_first import NO_TRIP, bind_after, initial, note_trips, settle
from .branches import join_kinds
from .control import Walk, rebound, targets_text
from .frame import Frame, NeedsBuild
from .grown_sizes import after_trips, growth
from .identities import identified, inside, is_alone, unidentified
from .kind_parts import parts, retext
from .kinds import (
    CONTAINERS,
    Built,
    Chosen,
    Closure,
    Computed,
    Grown,
    Guard,
    Kind,
    MaybeUnbound,
    Poison,
    is_number,
    rank_of,
)
from .lengths import has_other_length, other_length
from .live import NameSet
from .loop_index import index_kind
from .memory import Memory
from .outcome import FALLS, RUN, End, Outcome, Plan, unset_like, write_ends
from .region_ends import at_ends, value_kind, with_live
from .texts import tuple_text
from .tree import For, Name, Statement, While
from .writes import writes_since

UNSETTLED = "the types of what this loop carries do not settle"


@dataclass(slots=True)
class Loop:
    """A loop as a region: what it carries, with the kinds at its head, and how its body ends.

    Attributes:
        statement: the loop.
        index: the parameter that holds a `for` loop's variable.
        bounds: of a `for` loop's range.
        heads: the names it carries, with their kinds before a trip.
        assigned: the names its body binds.
        outcome: how its body ends.
        told: what its test tells of sizes, which holds in the body.
        written: how many writes to variables there were before it.
        before: what names are before it.
        shared: the names of lists that have other names after a trip.
        forms: lines of the text that wait for what the loop carries, with the text before the
            parameters.
        first: the names that are read after it and that it is the first to bind.
        ran: what tells whether it ran a trip; None where nothing does.
        flag: the name that it carries for that.
        row: of a loop over rows, writes what binds its variable, given the index.
        broken: of a loop with an `else`, what holds where a `break` has left it.
        growth: by how many items a trip makes a list longer, where that is known.
    """

    statement: While | For
    index: str | None = None
    bounds: list[Kind] = field(default_factory=list)
    heads: dict[str, Kind] = field(default_factory=dict)
    assigned: list[str] = field(default_factory=list)
    outcome: Outcome = FALLS
    told: tuple[Comparison, ...] = ()
    written: int = 0
    before: dict[str, Kind] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    forms: list[tuple[int, str]] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    ran: Kind | None = None
    flag: str | None = None
    row: Callable[[Frame, Kind], None] | None = None
    broken: Guard | None = None
    growth: dict[str, Size | None] = field(default_factory=dict)

    @property
    def exits(self) -> bool:
        return bool(self.outcome.ways & {"break", "return"})

    def carried(self, frame: Frame) -> list[str]:
        """The names it carries, in the order of the source."""
        return frame.in_order(self.heads)


def region_loop(frame: Frame, loop: Loop, functions: Functions, walk: Walk) -> list[str]:
    """Emit the functions of a loop; gives their names.

    The body is walked until the kinds of the names it carries are the same before and after a
    trip. The text of the last walk stays.

    Raises:
        NeedsBuild: when it must be a Python loop; what was written is taken back.
    """
    s = loop.statement
    if s.otherwise is not None:
        loop.broken = Guard(frame.code(s.span), (Built(""),), holds=True)
    wanted = frame.live.head[s] | frame.live.after[s]
    body = frame.live.statements(s.body)
    for name in rebound(frame, body, wanted):
        if name in wanted and name != loop.index:
            loop.heads[name] = _head(frame, name, s)
    note_trips(frame, loop)
    state, loop.before = frame.save(), dict(frame.environment)
    loop.written = len(frame.written)
    names: list[str] = []
    reported = len(frame.session.diagnostics)
    for _ in rounds(frame, s):
        names = functions(frame, loop)
        end, ends = _walk_body(frame, loop, names[-1], walk)
        if not _widen(frame, loop, end, wanted):
            settle(frame, loop, ends)
            _write_body(frame, loop, ends)
            return names
        frame.restore(state)
        loop.forms.clear()
        if not any(isinstance(head, Poison) for head in loop.heads.values()):
            # What was refused of kinds that no trip has may be right; the next walk says.
            del frame.session.diagnostics[reported:]
    frame.refuse("branch-mismatch", UNSETTLED, s.span)
    return names


def rounds(frame: Frame, s: While | For) -> range:
    """Walks of a loop's body after which the kinds of its names must have settled.

    A trip may hand a change on by one name only: `a = b; b = c; c = x`.
    """
    return range(6 * (1 + len(frame.live.assigned(s))))


Functions = Callable[[Frame, Loop], list[str]]
"""Writes what stands before the body's function; gives the names of all functions."""


def _head(frame: Frame, name: str, s: Statement) -> Kind:
    start = frame.environment[name]
    if isinstance(start, Built) and not is_number(start.value) and start.type is None:
        raise NeedsBuild(name, s.span)
    return value_kind(start)


def _walk_body(
    frame: Frame, loop: Loop, function: str, walk: Walk
) -> tuple[dict[str, Kind], list[End]]:
    """Walk a trip; gives what names are after it, and where it returns."""
    s = loop.statement
    frame.writer.blank()
    index = f"{loop.index}, " if loop.index is not None else ""
    loop.forms.append((frame.writer.reserve("def:"), f"def {function}({index}"))
    with frame.writer.indented(), frame.region(s.span) as ends, frame.in_graph_loop():
        enter_loop(frame, loop)
        learn(frame.facts, loop.told)
        if loop.row is not None:
            assert loop.index is not None
            loop.row(frame, index_kind(frame, loop.index, loop.bounds))
        elif isinstance(s, For) and isinstance(s.target, Name) and loop.index != s.target.id:
            frame.writer.line(f"{s.target.id} = {loop.index}")
            frame.assigned.append(s.target.id)
        if loop.flag is not None:
            frame.bind(loop.flag, Built("True", True))
        outer = frame.tail, frame.loop_live
        frame.tail, frame.loop_live = True, (frame.live.head[s], frame.live.after[s])
        loop.outcome = walk(frame, frame.live.statements(s.body), frame.live.head[s])
        if not loop.outcome.left:
            frame.leave(loop.outcome)
        end = at_ends(frame, with_live(frame, ends, frame.live.head[s]), s.span)
        frame.tail, frame.loop_live = outer
        loop.assigned = frame.assigned
    frame.writer.blank()
    return end, ends


def _write_body(frame: Frame, loop: Loop, ends: list[End]) -> None:
    """Write the lines that were waiting for what the loop carries."""
    names = loop.carried(frame)
    parameters = [*names, *([frame.result_name] if loop.outcome.returns is not None else [])]
    for line, head in loop.forms:
        text = f"{head}{', '.join(parameters)}"
        frame.writer.fill(line, f"{text.removesuffix(', ')}):")
    plan = Plan(tuple(names), loop.exits, loop.outcome.returns)
    write_ends(frame.writer, frame.g, plan, ends, names, loop.heads)


def _widen(frame: Frame, loop: Loop, end: dict[str, Kind], wanted: NameSet) -> bool:
    """Join what a trip left into the heads; True when something changed."""
    changed = False
    for name in loop.assigned:
        start, kind = frame.environment.get(name), end.get(name)
        if name == loop.index or name not in wanted or kind is None or start is None:
            continue
        if isinstance(start, MaybeUnbound) or isinstance(kind, MaybeUnbound | Poison):
            continue
        before = loop.heads.get(name)
        head = _joined(frame, loop, name, before or _head(frame, name, loop.statement), kind)
        changed = changed or before is None or signature(head) != signature(before)
        loop.heads[name] = head
        loop.growth[name] = growth(before, kind)
        if (
            isinstance(head, CONTAINERS | Grown)
            and not is_alone(end, name)
            and name not in loop.shared
        ):
            loop.shared.add(name)
            changed = True
    separate(frame, loop.heads, end)
    return changed


def _joined(frame: Frame, loop: Loop, name: str, head: Kind, end: Kind) -> Kind:
    """A name's kind before and after a trip.

    Raises:
        NeedsBuild: where they differ in rank, or one is no single value.
    """
    if isinstance(head, Poison):
        return head
    reported = len(frame.session.diagnostics)
    if has_other_length(frame.environment.get(name), end):
        raise NeedsBuild(name, loop.statement.span, (other_length(name, loop.statement.span),))
    joined = join_kinds(frame, head, end, loop.statement.span, name)
    grows = isinstance(head, CONTAINERS | Grown) and isinstance(end, CONTAINERS | Grown)
    if isinstance(joined, Poison) and (grows or rank_of(head) != rank_of(end)):
        said = tuple(frame.session.diagnostics[reported:])
        del frame.session.diagnostics[reported:]
        raise NeedsBuild(name, loop.statement.span, said)
    return joined


def enter_loop(frame: Frame, loop: Loop) -> None:
    """The environment at the head of a trip."""
    for name, kind in loop.heads.items():
        whole = retext(kind, name)
        if isinstance(kind, CONTAINERS | Grown):
            own = name not in loop.shared and name in loop.before
            whole = inside(frame, name, loop.before, whole) if own else unidentified(whole)
        frame.environment[name] = whole
    for name in loop.first:
        frame.environment[name] = MaybeUnbound("bound in the loop, perhaps by no trip before")
    if loop.row is not None:
        return
    if isinstance(loop.statement, For) and isinstance(loop.statement.target, Name):
        target = loop.statement.target.id
        frame.environment[target] = index_kind(frame, target, loop.bounds)


def emit_loop(frame: Frame, loop: Loop, method: str, arguments: list[str]) -> Outcome:
    """The line that makes the loop's node, and what is known after it."""
    outcome = loop.outcome
    names = loop.carried(frame)
    starts = {name: initial(frame, loop, name) for name in names}
    unset = [name for name, kind in starts.items() if kind is None]
    values = [unset_like(frame.g, loop.heads[n]) if n in unset else n for n in names]
    if outcome.returns is not None:
        values.append(unset_like(frame.g, outcome.returns))
    arguments = [*arguments, tuple_text(values), *(["exits=True"] if loop.exits else [])]
    arguments += writes_since(frame, loop.written)
    plan = Plan(tuple(names), loop.exits, outcome.returns)
    frame.writer.call(f"{targets_text(frame, plan)}{frame.g}.{method}", arguments)
    for name in names:
        if name not in loop.first:
            frame.bind(name, _outside(frame, loop, name))
    bind_after(frame, loop)
    for name in loop.assigned:
        if name not in frame.environment:
            frame.environment[name] = MaybeUnbound(NO_TRIP)
    if "return" not in outcome.ways:
        if loop.broken is None:
            return FALLS
        ends = FALLS.ends | (outcome.ways & {"break"})
        return Outcome(ends, frame.exit_name, broken=loop.broken)
    ends = frozenset((RUN, "return")) | (outcome.ways & {"break"})
    result = outcome.returns
    if result is not None:
        result = retext(value_kind(result), frame.result_name)
    return Outcome(ends, frame.exit_name, result, broken=loop.broken)


def _outside(frame: Frame, loop: Loop, name: str) -> Kind:
    """What a name is after a loop; a list that it gives is a new one where it is alone."""
    kind = retext(loop.heads[name], name)
    if isinstance(kind, Grown) and isinstance(loop.statement, For) and not loop.exits:
        kind = after_trips(frame, loop.before.get(name), kind, loop.growth.get(name), loop.bounds)
    if not isinstance(kind, CONTAINERS | Grown):
        return kind
    alone = name not in loop.shared and is_alone(loop.before, name)
    return identified(frame, unidentified(kind)) if alone else unidentified(kind)


def signature(kind: Kind) -> object:
    """What must stay the same from round to round.

    Sizes that change from trip to trip are all alike.
    """
    if isinstance(kind, Computed):
        type_ = kind.type
        memory = kind.memory.origin if kind.memory is not None else None
        if isinstance(type_, TensorType):
            sizes = tuple("?" if str(size).startswith("?") else str(size) for size in type_.shape)
            return type_.dtype, sizes, type_.joined, memory
        return type_, memory
    if isinstance(kind, Grown):
        return type(kind), kind.certain, kind.rows and signature(kind.rows)
    if isinstance(kind, CONTAINERS):
        return type(kind), tuple(map(signature, parts(kind)))
    if isinstance(kind, Closure):
        return kind.function.start, tuple(map(signature, kind.values.values()))
    if isinstance(kind, Chosen):
        return Chosen, len(kind.options)
    if isinstance(kind, Built):
        return Built, kind.known, kind.known and kind.value is None
    return type(kind)


def separate(frame: Frame, heads: dict[str, Kind], end: dict[str, Kind]) -> None:
    """Tell apart the arrays that a loop only permutes.

    Arrays that are all distinct before the loop and after a trip are distinct at its head, though
    any may be any of them.
    """
    moved: list[tuple[str, Computed]] = []
    before: list[Memory] = []
    after: list[Memory] = []
    for name, head in heads.items():
        start, last = frame.environment.get(name), end.get(name)
        if not (isinstance(start, Computed) and isinstance(last, Computed)):
            continue
        if start.memory is last.memory or start.memory is None or last.memory is None:
            continue
        if isinstance(head, Computed):
            moved.append((name, head))
            before.append(start.memory)
            after.append(last.memory)
    fresh = all(memory.origin == "fresh" for memory in (*before, *after))
    if not (fresh and _distinct(before) and _distinct(after)):
        return
    group = object()
    # Made in the body, or living around the loop: what the heads may be besides each other.
    outside = [memory for memory in after if memory.group is None]
    for name, head in moved:
        memory = Memory("fresh", "an array made here", (*before, *outside), group)
        heads[name] = replace(head, memory=memory)


def _distinct(memories: list[Memory]) -> bool:
    return not any(a.overlaps(b) for number, a in enumerate(memories) for b in memories[:number])
