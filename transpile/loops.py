"""`while` and `for`: regions of the graph, or Python loops where building needs what they bind."""

from __future__ import annotations

from dataclasses import replace

from dslc.ir.diagnostics import Span
from dslc.ir.types import INT

from . import fence
from .bound_first import NO_TRIP, last_index
from .built_loops import built_loop
from .containers import anew, repeated, targets
from .control import Walk, guard, run_if
from .edits import in_order
from .expressions import expression, test
from .first_trips import (
    FirstTrip,
    as_branch,
    first_trip_of_range,
    first_trip_of_rows,
    first_trip_of_while,
)
from .frame import Frame, NeedsBuild
from .generators import made_of
from .growing import or_growing, with_growing
from .identities import identities
from .kind_parts import retext
from .kinds import (
    POISON,
    Built,
    Guard,
    Kind,
    MaybeUnbound,
    Poison,
    describe,
    is_number,
)
from .live import NameSet, targets_in
from .outcome import FALLS, Outcome, always_tests_true, is_endless
from .raised import raise_of
from .ranges import built_range, is_range, range_bounds
from .region_loops import Loop, emit_loop, enter_loop, region_loop
from .row_iterators import rows_of_array, rows_of_call
from .row_loops import for_rows
from .texts import text_of
from .tree import Assert, Block, For, If, Name, Statement, While
from .truths import truth
from .unbound import Finished, finished
from .unrolled_loops import is_unrolled, unrolled_loop


def loop_statement(
    frame: Frame, s: While | For, rest: tuple[Statement, ...], out: NameSet, walk: Walk
) -> tuple[Outcome, bool]:
    """A loop, and what follows it where it may return.

    Returns:
        How control leaves, and whether `rest` is done with.
    """
    try:
        outcome = _loop(frame, s, walk)
    except _FirstTrip as apart:
        return _with_first_trip(frame, s, apart, rest, out, walk)
    if outcome.broken is not None:
        return _with_else(frame, s, outcome, rest, out, walk), True
    if "return" not in outcome.ends or outcome.exit is None:
        return outcome, False
    if isinstance(s, While) and is_endless(s):
        return Outcome(frozenset(("return",)), None, outcome.result), True
    if not rest and "break" not in outcome.ends and frame.ends is not None:
        return outcome, True  # the loop's code is that of the region around it
    outcome = replace(outcome, ends=outcome.ends - {"break"})
    return guard(frame, outcome, rest, out, s.span, walk, "not_equal", "RETURN"), True


def _with_else(
    frame: Frame,
    s: While | For,
    outcome: Outcome,
    rest: tuple[Statement, ...],
    out: NameSet,
    walk: Walk,
) -> Outcome:
    """The `else` of a loop of the graph, and what follows it."""
    assert s.otherwise is not None and outcome.broken is not None
    returns = "return" in outcome.ends
    if "break" not in outcome.ends:
        rest = (*frame.live.statements(s.otherwise), *rest)
    else:
        span, tested = s.otherwise.head or s.span, None
        if returns:  # its code is another one where the `else` may leave
            frame.base = "finished"
            ended = Finished(span, outcome.broken)
            tested = finished(frame, ended, frame.names.fresh("finished"))
        through = _through(s.otherwise, span, outcome.broken, tested)
        frame.live.after[through] = frame.live.after[s]
        frame.live.before[through] = frame.live.beyond(s)
        rest = (through, *rest)
    if not returns:
        return walk(frame, rest, out)
    going = replace(outcome, ends=outcome.ends - {"break"})
    return guard(frame, going, rest, out, s.span, walk, "not_equal", "RETURN")


def _through(otherwise: Block, span: Span, broken: Guard, tested: Kind | None) -> Statement:
    """The `else` of a loop as a branch, or as a check where all it does is to raise."""
    raised = raise_of(otherwise)
    if raised is None or tested is not None:
        return If(span, (), Finished(span, broken, tested=tested), otherwise, None)
    test = Finished(span, broken, holds=False)
    return Assert(span, raised.comments, test, raised.message, raised.error)


def _loop(frame: Frame, s: While | For, walk: Walk) -> Outcome:
    """A loop in its own way; where that is refused, with the lists that it changes as arrays."""

    def own() -> Outcome:
        return _run_while(frame, s, walk) if isinstance(s, While) else _for_loop(frame, s, walk)

    return or_growing(frame, s, own, lambda: _region(frame, s, walk))


def _region(frame: Frame, s: While | For, walk: Walk) -> Outcome:
    """A loop as a region of the graph."""
    if isinstance(s, While):
        return _while_region(frame, s, walk)
    if is_range(frame, s.iterable):
        bounds = range_bounds(frame, s.iterable, expression)
        return FALLS if bounds is None else _for_region(frame, s, bounds, walk)
    called = rows_of_call(frame, s.iterable, expression)
    rows = rows_of_array(expression(frame, s.iterable)) if called is None else called
    if rows is None or isinstance(rows, Poison):
        raise NeedsBuild("", s.iterable.span)
    return for_rows(frame, s, rows, walk)


class _FirstTrip(Exception):
    """A loop is written with its first trip before it."""

    def __init__(self, trip: FirstTrip, need: NeedsBuild) -> None:
        super().__init__()
        self.trip = trip
        self.need = need


def _with_first_trip(
    frame: Frame,
    s: While | For,
    apart: _FirstTrip,
    rest: tuple[Statement, ...],
    out: NameSet,
    walk: Walk,
) -> tuple[Outcome, bool]:
    """A loop after its first trip; what follows in both branches where one of them leaves None."""
    trip = apart.trip
    if trip.test is None:
        return walk(frame, (*trip.statements, *rest), out), True
    reported, state = len(frame.session.diagnostics), frame.save()
    is_read = apart.need.loop in frame.live.after[s]
    first = as_branch(frame, s, trip, rest if is_read else None, out)
    frame.base = "test"
    tested = test(frame, first.test, frame.names.fresh("test"))
    outcome, done = run_if(frame, first, tested, () if is_read else rest, out, walk)
    if len(frame.session.diagnostics) > reported:
        frame.restore(state)
        del frame.session.diagnostics[reported:]
        or_else = ", or `assert` that the loop runs, as in `assert x.shape[0] > 0`"
        return _needs_build(frame, apart.need, or_else), False
    return outcome, done or is_read


# --- while ------------------------------------------------------------------------------------


def _run_while(frame: Frame, s: While, walk: Walk) -> Outcome:
    """A `while` loop."""
    reported, state = len(frame.session.diagnostics), frame.save()
    try:
        return _while_region(frame, s, walk)
    except NeedsBuild as need:
        frame.restore(state)
        del frame.session.diagnostics[reported:]
        tested = test(frame, s.test)
        if not isinstance(tested, Built):
            frame.restore(state)
            grown = with_growing(frame, s, [need.loop], lambda: _while_region(frame, s, walk))
            if grown is not None or len(frame.session.diagnostics) > reported:
                return grown or FALLS
        if not isinstance(tested, Built) or always_tests_true(s):
            first = first_trip_of_while(frame, s, need)
            if first is not None:
                frame.restore(state)
                raise _FirstTrip(first, need) from None
        if not isinstance(tested, Built):
            return _needs_build(frame, need)
        return built_loop(frame, s, f"while {tested.text}:", {}, walk, certain=False)


def _while_region(frame: Frame, s: While, walk: Walk) -> Outcome:
    frame.base = "test"
    loop = Loop(s)
    functions = region_loop(frame, loop, _test_function, walk)
    return emit_loop(frame, loop, "while_", functions)


def _test_function(frame: Frame, loop: Loop) -> list[str]:
    """Write the function of a loop's test."""
    s = loop.statement
    assert isinstance(s, While)
    names = frame.names.block("loop", "test", "body")
    frame.writer.blank()
    loop.forms.append((frame.writer.reserve("def:"), f"def {names[0]}("))
    with frame.writer.indented(), frame.region(s.span):
        frame.names.statement()
        enter_loop(frame, loop)
        written = len(frame.written)
        tested = test(frame, s.test, frame.names.fresh("test"))
        if len(frame.written) > written:
            fence.refuse(
                frame, "a call that writes to an array in the test of a loop", s.test.span,
                help="call it in the loop's body",
            )  # fmt: skip
        loop.told = truth(tested).told(True)
        text = "..." if isinstance(tested, Poison) else text_of(tested)
        frame.writer.line(f"return {text}")
    return list(names)


def _needs_build(frame: Frame, need: NeedsBuild, or_else: str = "") -> Outcome:
    if need.said and frame.graph_loops:  # a loop around this one may be a Python loop
        raise NeedsBuild(need.loop, need.span, need.said)
    for diagnostic in need.said:
        frame.session.report(diagnostic)
    if need.said:
        return FALLS
    start = frame.environment.get(need.loop)
    if isinstance(start, Built) and not is_number(start.value):
        frame.refuse(
            "branch-mismatch",
            f"`{need.loop}` is {describe(start)} before this loop, which carries it",
            need.span,
            help=f"start `{need.loop}` with its final type{or_else}",
        )
        return FALLS
    frame.refuse(
        "depends-on-run",
        f"`{need.loop}` is needed while the graph is built, but this loop runs in the graph",
        need.span,
        help="loop over a `range` of build-time numbers, or use an array operation",
    )
    return FALLS


# --- for --------------------------------------------------------------------------------------


def _for_loop(frame: Frame, s: For, walk: Walk) -> Outcome:
    """A `for` loop: over a range in the graph, over anything known while building in Python."""
    frame.base = "_".join(targets_in(s.target)) or "item"
    if not is_range(frame, s.iterable):
        return _for_items(frame, s, walk)
    bounds = range_bounds(frame, s.iterable, expression)
    if bounds is None:
        return FALLS
    if not isinstance(s.target, Name):
        fence.refuse(frame, "this form of `for`", s.span, help="write `for i in range(...)`")
        return FALLS
    reported, state = len(frame.session.diagnostics), frame.save()
    try:
        return _for_region(frame, s, bounds, walk)
    except NeedsBuild as need:
        frame.restore(state)
        del frame.session.diagnostics[reported:]
        if not all(isinstance(b, Built) for b in bounds):
            grown = with_growing(frame, s, [need.loop], lambda: _for_region(frame, s, bounds, walk))
            if grown is not None or len(frame.session.diagnostics) > reported:
                return grown or FALLS
            first = first_trip_of_range(frame, s, bounds, need)
            if first is not None:
                raise _FirstTrip(first, need) from None
            return _needs_build(frame, need)
    trips = built_range([b for b in bounds if isinstance(b, Built)])
    variable: Kind = Built(s.target.id, type=INT)
    header = f"for {s.target.id} in {trips.text}:"
    return built_loop(frame, s, header, {s.target.id: variable}, walk, certain=trips.certain)


def _for_region(frame: Frame, s: For, bounds: list[Kind], walk: Walk) -> Outcome:
    assert isinstance(s.target, Name)
    target = s.target.id
    last = last_index(s, bounds)
    bound = {name for inner in s.body.statements for name in frame.live.bound_in(inner)}
    beyond = frame.live.beyond(s)
    kept = target in beyond and (last is None or target in bound)
    loop = Loop(s, frame.names.fresh(f"{target}_index") if kept else target, bounds)
    functions = region_loop(
        frame, loop, lambda frame, _: list(frame.names.block("loop", "body")), walk
    )
    trips = f"{frame.g}.range({', '.join(map(text_of, bounds))})"
    outcome = emit_loop(frame, loop, "for_", [trips, *functions])
    if kept:
        return outcome
    if last is None or target not in beyond:
        frame.environment[target] = MaybeUnbound(NO_TRIP)
    else:
        frame.writer.line(f"{target} = {last.text}")
        frame.bind(target, retext(last, target))
    return outcome


def _for_items(frame: Frame, s: For, walk: Walk) -> Outcome:
    """A loop over a tuple, a list or a build value."""
    if getattr(s.iterable, "construct", "") in ("a set", "a set comprehension"):
        edits = in_order(frame, s.iterable.span)
        fence.refuse(frame, "a loop over a set", s.iterable.span, edits=edits)
        return FALLS
    called = rows_of_call(frame, s.iterable, expression)
    kind = POISON if called is not None else expression(frame, s.iterable)
    kind = made_of(frame, s.iterable, kind)
    rows = rows_of_array(kind) if called is None else called
    if isinstance(rows, Poison) or (called is None and isinstance(kind, Poison)):
        return FALLS
    reported, state = len(frame.session.diagnostics), frame.save()
    if rows is not None:
        try:
            return for_rows(frame, s, rows, walk)
        except NeedsBuild as need:
            frame.restore(state)
            del frame.session.diagnostics[reported:]
            through = rows
            grown = with_growing(frame, s, [need.loop], lambda: for_rows(frame, s, through, walk))
            if grown is not None or len(frame.session.diagnostics) > reported:
                return grown or FALLS
            first = first_trip_of_rows(frame, s, rows, need)
            if first is not None:
                raise _FirstTrip(first, need) from None
            return _needs_build(frame, need)
    return _for_each(frame, s, kind, walk)


def _for_each(frame: Frame, s: For, kind: Kind, walk: Walk) -> Outcome:
    """A loop whose items are known while building: in Python, or one trip after the other."""
    items = repeated(frame, kind, s.iterable.span)
    if isinstance(items, Poison):
        return FALLS
    if items.items is not None and is_unrolled(frame, s, items):
        with frame.iterating(identities(kind)):
            return unrolled_loop(frame, s, items.items, walk)
    names = targets(frame, s.target, anew(frame, items.item))
    if names is None:
        return FALLS
    header = f"for {frame.source(s.target.span)} in {items.text}:"
    with frame.iterating(identities(kind)):
        return built_loop(frame, s, header, names, walk, certain=items.certain)
