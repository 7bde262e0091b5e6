"""`if` on a run-time value, and what all regions of the graph share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY
from dslc.ir.types import INT

from .branches import join_kinds
from .frame import Frame, NeedsBuild
from .identities import identified, inside, is_alone, is_changeable, unidentified
from .kind_parts import retext
from .kinds import (
    CONTAINERS,
    POISON,
    Built,
    Computed,
    Grown,
    Guard,
    Kind,
    MaybeUnbound,
    Poison,
    describe,
)
from .lengths import has_other_length, other_length
from .live import NameSet
from .operations import apply
from .outcome import FALLS, RUN, End, Outcome, Plan, exits, falls, write_ends
from .region_ends import at_ends, value_kind, with_live
from .texts import text_of, tuple_text
from .tree import Expression, If, Statement
from .truths import learn_from
from .unbound import guard_of, learn_test
from .writes import writes_since

ONE_BRANCH = "bound in one branch only"

Walk = Callable[[Frame, tuple[Statement, ...], NameSet], Outcome]


@dataclass(slots=True)
class Side:
    """One branch, walked: what it bound, how it ends, and the lines of its text to be filled.

    `known` are the names that are bound around it where its test has the truth that it has in it.
    """

    statements: tuple[Statement, ...]
    assigned: list[str]
    environment: dict[str, Kind]
    outcome: Outcome
    head: int = 0
    ends: list[End] = field(default_factory=list)
    known: list[str] = field(default_factory=list)


# --- if on a run-time value -------------------------------------------------------------------


def run_if(
    frame: Frame, s: If, tested: Kind, rest: tuple[Statement, ...], out: NameSet, walk: Walk
) -> tuple[Outcome, bool]:
    """A branch of the graph.

    Where one branch leaves and the other goes on, what follows goes into the other one.

    Returns:
        How control leaves, and whether `rest` is done with.
    """
    bodies = [frame.live.statements(s.then), frame.live.statements(s.otherwise)]
    leaves = any(exits(body) for body in bodies)
    going = [falls(body) for body in bodies]
    consumed = leaves and not all(going)
    if consumed:
        bodies = [body + rest if goes else body for body, goes in zip(bodies, going, strict=True)]
    after = out if consumed else frame.live.after[s]
    outer, frame.tail = frame.tail, frame.tail and (consumed or not rest)
    outcome = two_ways(frame, tested, bodies, after, s.span, walk, told=s.test)
    frame.tail = outer
    return outcome, consumed


def two_ways(  # noqa: PLR0913
    frame: Frame,
    tested: Kind,
    bodies: list[tuple[Statement, ...]],
    after: NameSet,
    span: Span,
    walk: Walk,
    *,
    keep: Outcome | None = None,
    held: Mapping[str, Kind] | None = None,
    told: Expression | None = None,
) -> Outcome:
    """Emit an `if` node with two bodies.

    Each body is walked once; the lines that need to know both, its head and its returns, are
    written when both are there. `keep` is how the second body ends when it is empty because
    control has left; then `held` tells of more names what they are. `told` is the test as the
    source has it.
    """
    functions = frame.names.block("if", "then", "else")
    written = len(frame.written)
    entering = [name for body in bodies for name in rebound(frame, body, after)]
    sides = []
    for number, body in enumerate(bodies):
        frame.writer.blank()
        head = frame.writer.reserve("def:")
        with frame.writer.indented(), frame.region(span) as ends:
            learn_from(frame, tested, number == 0)
            known = learn_test(frame, told, holds=number == 0, in_run=True)
            _enter(frame, entering)
            if keep is not None and number == 1:
                frame.environment.update(held or {})
                outcome = keep
            else:
                outcome = walk(frame, body, after)
            if not outcome.left:
                frame.leave(outcome)
            reached = with_live(frame, ends, after)
            environment = at_ends(frame, reached, span)
            sides.append(Side(body, frame.assigned, environment, outcome, head, reached, known))
    frame.writer.blank()
    return _finish_if(frame, tested, functions, sides, after, span, written, told)


def _finish_if(
    frame: Frame,
    tested: Kind,
    functions: Iterable[str],
    sides: list[Side],
    after: NameSet,
    span: Span,
    written: int,
    told: Expression | None,
) -> Outcome:
    """Write what waits for both branches, and the `if` node itself."""
    guarded = _guarded(frame, sides, after, told)
    plan, parameters = _plan(frame, sides, after, guarded)
    outcome = _after_if(frame, sides, plan, span, guarded, told)
    for function, side in zip(functions, sides, strict=True):
        frame.writer.fill(side.head, f"def {function}({', '.join(parameters)}):")
        write_ends(frame.writer, frame.g, plan, side.ends, parameters, frame.environment)
    arguments = [text_of(tested), *functions]
    if parameters:
        arguments.append(tuple_text(parameters))
    arguments += writes_since(frame, written)
    frame.writer.call(f"{targets_text(frame, plan)}{frame.g}.if_", arguments)
    return outcome


def targets_text(frame: Frame, plan: Plan) -> str:
    """The left side of the line that calls a region's function: what the plan returns."""
    targets = [
        *plan.names,
        *([frame.result_name] if plan.result is not None else []),
        *([frame.exit_name] if plan.exit else []),
    ]
    return f"{', '.join(targets)} = " if targets else ""


def rebound(frame: Frame, body: tuple[Statement, ...], after: NameSet) -> list[str]:
    """The names bound before a region that it reads and binds anew, as the source says."""
    before = frame.live_before(body, after)
    names = [name for s in body for name in frame.live.assigned(s) if name in before]
    changed = [name for s in body for name in frame.live.changed(s) if name in before]
    names += [name for name in changed if is_changeable(frame.environment.get(name, POISON))]
    bound = {name for s in body for name in frame.live.bound_in(s)}
    known = [
        name
        for name in names
        if name in frame.environment and (name in bound or not _is_variable(frame, name))
    ]
    return [n for n in frame.in_order(known) if not isinstance(frame.environment[n], MaybeUnbound)]


def _is_variable(frame: Frame, name: str) -> bool:
    """Whether a name shows what is written to its array, so that a write binds nothing."""
    kind = frame.environment[name]
    memory = kind.memory if isinstance(kind, Computed) else None
    return memory is not None and memory.is_variable


def _plan(
    frame: Frame, sides: list[Side], after: NameSet, guarded: dict[str, Guard]
) -> tuple[Plan, list[str]]:
    """What the branches return, and which names go in."""
    outcomes = [side.outcome for side in sides]
    ends = _ends(frame, sides)
    assigned = frame.in_order(name for side in sides for name in side.assigned)
    read = after.union(*(frame.live_at(end, after) for end in ends))
    names = [
        n for n in assigned if n in read and (n in guarded or _comes_out(frame, n, sides, after))
    ]
    if ends <= frozenset(("return",)):
        names = []
    result = next((o.returns for o in outcomes if o.returns is not None), None)
    for outcome in outcomes:
        if result is not None and "return" in outcome.ways and outcome.returns is None:
            _refuse_none(frame, result)
    parameters = [n for n in assigned if _goes_in(frame, n, sides, after)]
    return Plan(tuple(names), len(ends) > 1, result), parameters


def _ends(frame: Frame, sides: list[Side]) -> frozenset[str]:
    """How control leaves the branches; at the end of a loop's body, `continue` goes on."""
    ends = sides[0].outcome.ways | sides[1].outcome.ways
    return FALLS.ends if frame.tail and ends <= {RUN, "continue"} else ends


def _refuse_none(frame: Frame, result: Kind) -> None:
    name = frame.function.name
    frame.refuse(
        "branch-mismatch",
        f"`{name}` returns {describe(result)} on one path and None on another",
        frame.function.span,
        help="return a value of the same form on every path",
    )


def _goes_in(frame: Frame, name: str, sides: list[Side], after: NameSet) -> bool:
    """Whether a branch reads a name before it binds it anew."""
    before = frame.environment.get(name)
    if before is None or _is_none(before):
        return False
    unbound = isinstance(before, MaybeUnbound)
    return any(
        name in side.assigned
        and name in frame.live_before(side.statements, after)
        and (not unbound or name in side.known)
        for side in sides
    )


def _comes_out(frame: Frame, name: str, sides: list[Side], after: NameSet) -> bool:
    """Whether a name has a value after the branches on every way on which it may be read."""
    unbound = [s for s in sides if isinstance(s.environment.get(name), MaybeUnbound | None)]
    ends = frozenset().union(*(side.outcome.ways for side in unbound))
    bound = len(unbound) < len(sides)
    return bound and not any(name in frame.live_at(end, after) for end in ends)


def _guarded(
    frame: Frame, sides: list[Side], after: NameSet, told: Expression | None
) -> dict[str, Guard]:
    """Names that only one of the branches binds, and what holds where they are bound."""
    found: dict[str, Guard] = {}
    for number, side in enumerate(sides):
        guard = None if told is None else guard_of(frame, told, holds=number == 0)
        if guard is None:
            continue
        for name in side.assigned:
            known = not isinstance(side.environment.get(name), MaybeUnbound | None)
            if known and name in after and not _comes_out(frame, name, sides, after):
                found[name] = guard
    return found


def _after_if(
    frame: Frame,
    sides: list[Side],
    plan: Plan,
    span: Span,
    guarded: dict[str, Guard],
    told: Expression | None,
) -> Outcome:
    for name in dict.fromkeys(n for side in sides for n in side.assigned):
        if name in guarded:
            kind = retext(_joined(frame, name, sides, span), name)
            frame.environment[name] = MaybeUnbound(ONE_BRANCH, kind, guarded[name])
        elif name in plan.names:
            joined = retext(_joined(frame, name, sides, span), name)
            frame.bind(name, _outside(frame, name, sides, joined))
        elif name not in frame.environment:
            frame.environment[name] = MaybeUnbound(ONE_BRANCH)
    for number, other_side in enumerate(reversed(sides)):
        if other_side.outcome.always_raises:
            learn_test(frame, told, holds=number == 0, in_run=True)
    result = None
    if plan.result is not None:
        results = [k for s in sides for k in (s.outcome.result, s.outcome.early) if k is not None]
        result = results[0]
        for other in results[1:]:
            result = join_kinds(frame, result, other, span, frame.result_name)
        result = retext(value_kind(result), frame.result_name)
    ends = _ends(frame, sides)
    if not plan.exit and result is None and ends == FALLS.ends:
        return FALLS
    return Outcome(ends, frame.exit_name if plan.exit else None, result)


def _outside(frame: Frame, name: str, sides: list[Side], kind: Kind) -> Kind:
    """What a name is after branches; a list which they give is a new one where it is alone."""
    if not isinstance(kind, CONTAINERS | Grown):
        return kind
    alone = all(is_alone(side.environment, name) for side in sides if name in side.environment)
    return identified(frame, unidentified(kind)) if alone else unidentified(kind)


def _joined(frame: Frame, name: str, sides: list[Side], span: Span) -> Kind:
    kinds = [side.environment.get(name) for side in sides if not side.outcome.always_raises]
    present = [k for k in kinds if k is not None and not isinstance(k, MaybeUnbound)]
    if len(present) == 1:
        return value_kind(present[0])
    reported = len(frame.session.diagnostics)
    if any(has_other_length(frame.environment.get(name), kind) for kind in present):
        other = other_length(name, span)
        if frame.graph_loops:
            raise NeedsBuild(name, span, (other,))
        frame.session.report(other)
        return POISON
    joined = join_kinds(frame, present[0], present[1], span, name)
    grows = all(isinstance(kind, CONTAINERS | Grown) for kind in present)
    if isinstance(joined, Poison) and grows and frame.graph_loops:
        said = tuple(frame.session.diagnostics[reported:])
        del frame.session.diagnostics[reported:]
        raise NeedsBuild(name, span, said)
    return joined


def guard(
    frame: Frame,
    outcome: Outcome,
    rest: tuple[Statement, ...],
    out: NameSet,
    span: Span,
    walk: Walk,
    op: str,
    code: str,
) -> Outcome:
    """What follows a statement that may have left: under an `if` on the exit code."""
    assert outcome.exit is not None
    frame.names.statement()
    frame.base = "going"
    name = frame.names.fresh("going")
    operands: list[Kind] = [Computed(outcome.exit, INT), Built(f"{frame.g}.{code}", type=INT)]
    tested = apply(frame, REGISTRY[op], operands, {}, span, into=name)
    left = frozenset(outcome.ends - {RUN})
    kept = Outcome(left, outcome.exit if len(left) > 1 else None, outcome.result)
    return two_ways(frame, tested, [rest, ()], out, span, walk, keep=kept)


# --- shared -----------------------------------------------------------------------------------


def _enter(frame: Frame, parameters: Iterable[str]) -> None:
    """Inside a region its parameters are values of the graph; None is no value of one."""
    outer = dict(frame.environment)
    for name in parameters:
        if _is_none(outer[name]):
            frame.environment[name] = Built("None", None)
            continue
        kind = retext(value_kind(outer[name]), name)
        frame.environment[name] = inside(frame, name, outer, kind)


def _is_none(kind: Kind) -> bool:
    return isinstance(kind, Built) and kind.value is None
