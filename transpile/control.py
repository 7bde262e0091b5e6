"""`if`, `while` and `for`:

regions of the graph, or plain Python where all is known while building.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY

from .branches import join_kinds
from .frame import Frame
from .kinds import (
    POISON,
    Built,
    Computed,
    Kind,
    MaybeUnbound,
    Poison,
    Record,
    Sequence,
    Sized,
    describe,
    is_number,
    opened,
    retext,
    type_of_kind,
)
from .live import Names
from .operations import apply, text_of
from .outcome import FALLS, RUN, Outcome, Plan, exits, falls, returned, whole
from .tree import If, Statement

Walk = Callable[[Frame, tuple[Statement, ...], Names], Outcome]


@dataclass(slots=True)
class Side:
    """One branch, walked: what it bound and how it ends."""

    statements: tuple[Statement, ...]
    assigned: list[str]
    environment: dict[str, Kind]
    outcome: Outcome


# --- if on a run-time value -------------------------------------------------------------------


def run_if(
    frame: Frame, s: If, tested: Kind, rest: tuple[Statement, ...], out: Names, walk: Walk
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
    return two_ways(frame, tested, bodies, after, s.span, walk, consumed=consumed), consumed


def two_ways(
    frame: Frame,
    tested: Kind,
    bodies: list[tuple[Statement, ...]],
    after: Names,
    span: Span,
    walk: Walk,
    *,
    consumed: bool,
    keep: Outcome | None = None,
) -> Outcome:
    """Emit an `if` node with two bodies.

    `keep` is how the second one ends when it is empty because control has left.
    """
    sides = [_peek(frame, body, after, walk, keep if i else None) for i, body in enumerate(bodies)]
    plan, names, parameters = _plan(frame, sides, after, consumed)
    functions = frame.names.block("if", "then", "else")
    done: list[Side] = []
    for function, side in zip(functions, sides, strict=True):
        frame.writer.blank()
        frame.writer.line(f"def {function}({', '.join(parameters)}):", span)
        with frame.writer.indented(), frame.scope(), frame.planned(plan):
            enter(frame, parameters)
            outcome = (
                keep
                if keep is not None and side is sides[1]
                else walk(frame, side.statements, after)
            )
            done.append(
                Side(side.statements, list(frame.assigned), dict(frame.environment), outcome)
            )
            if not outcome.left:
                frame.writer.line(
                    f"return {returned(frame.g, plan, outcome, frame.environment)}", span
                )
    frame.writer.blank()
    outcome = _after_if(frame, done, names, plan, consumed, span)
    targets = [
        *names,
        *([frame.result_name] if plan.result is not None else []),
        *([frame.exit_name] if plan.exit else []),
    ]
    arguments = [text_of(tested), *functions]
    if parameters:
        arguments.append(tuple_text(list(parameters)))
    frame.writer.call(f"{', '.join(targets)}{' = ' * bool(targets)}{frame.g}.if_", arguments, span)
    return outcome


def _peek(
    frame: Frame, body: tuple[Statement, ...], after: Names, walk: Walk, keep: Outcome | None
) -> Side:
    with frame.trial(), frame.writer.indented(), frame.scope(), frame.planned(Plan()):
        outcome = keep if keep is not None else walk(frame, body, after)
        return Side(body, list(frame.assigned), dict(frame.environment), outcome)


def _plan(
    frame: Frame, sides: list[Side], after: Names, consumed: bool
) -> tuple[Plan, tuple[str, ...], tuple[str, ...]]:
    """What the branches return, which names come out, and which go in."""
    outcomes = [side.outcome for side in sides]
    ends = outcomes[0].ends | outcomes[1].ends
    only_return = ends == frozenset(("return",))
    assigned = frame.in_order(name for side in sides for name in side.assigned)
    names = (
        []
        if only_return
        else [n for n in assigned if n in after and _comes_out(n, sides, consumed)]
    )
    parameters = []
    for name in assigned:
        before = frame.environment.get(name)
        if before is None or isinstance(before, MaybeUnbound):
            continue
        if any(
            name in side.assigned and name in frame.live_before(side.statements, after)
            for side in sides
        ):
            parameters.append(name)
    result = next((o.returns for o in outcomes if o.returns is not None), None)
    for outcome in outcomes:
        if result is not None and "return" in outcome.ends and outcome.returns is None:
            frame.refuse(
                "branch-mismatch",
                f"`{frame.function.name}` returns {describe(result)} on one path and None on another",
                frame.function.span,
                help="return a value of the same form on every path",
            )
    exit_ = len(ends) > 1
    return Plan(tuple(names), exit_, result), tuple(names), tuple(parameters)


def _comes_out(name: str, sides: list[Side], consumed: bool) -> bool:
    """Whether a name has a value after the branches on every way on which it may be read."""
    for side in sides:
        kind = side.environment.get(name)
        if kind is None or isinstance(kind, MaybeUnbound):
            ends = side.outcome.ends
            if not (ends <= {"return"} or (not consumed and RUN not in ends)):
                return False
    return True


def _after_if(
    frame: Frame, sides: list[Side], names: tuple[str, ...], plan: Plan, consumed: bool, span: Span
) -> Outcome:
    then, otherwise = sides
    for name in dict.fromkeys(n for side in sides for n in side.assigned):
        if name in names:
            frame.bind(name, retext(_joined(frame, name, sides, span), name))
        elif name not in frame.environment:
            frame.environment[name] = MaybeUnbound(name, "bound in one branch only")
    result = None
    if plan.result is not None:
        results = [k for s in sides for k in (s.outcome.result, s.outcome.early) if k is not None]
        result = results[0]
        for other in results[1:]:
            result = join_kinds(frame, result, other, span, frame.result_name)
        result = retext(_value_kind(result), frame.result_name)
    ends = then.outcome.ends | otherwise.outcome.ends
    if not plan.exit and result is None and ends == FALLS.ends:
        return FALLS
    return Outcome(ends, frame.exit_name if plan.exit else None, result)


def _joined(frame: Frame, name: str, sides: list[Side], span: Span) -> Kind:
    kinds = [side.environment.get(name) for side in sides]
    present = [k for k in kinds if k is not None and not isinstance(k, MaybeUnbound)]
    if len(present) == 1:
        return _value_kind(present[0])
    return join_kinds(frame, present[0], present[1], span, name)


def _value_kind(kind: Kind) -> Kind:
    """A kind as a value of the graph."""
    if isinstance(kind, Built) and is_number(kind.value):
        return Computed(
            "", type_of_kind(kind)
        )  # a constant still, which takes the type it is joined with
    if isinstance(kind, Sized) or (isinstance(kind, Built) and kind.type is not None):
        return Computed("", opened(type_of_kind(kind)))
    if isinstance(kind, Sequence):
        return Sequence("", tuple(map(_value_kind, kind.items)), kind.is_list)
    return kind


def guard(
    frame: Frame,
    outcome: Outcome,
    rest: tuple[Statement, ...],
    out: Names,
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
    tested = apply(
        frame, REGISTRY[op], [Computed(outcome.exit, type_of_kind(Sized("", 0))), Built(f"{frame.g}.{code}", type=type_of_kind(Sized("", 0)))],
        {}, span, into=name,
    )  # fmt: skip
    left = frozenset(outcome.ends - {RUN})
    kept = Outcome(left, outcome.exit if len(left) > 1 else None, outcome.result)
    return two_ways(frame, tested, [rest, ()], out, span, walk, consumed=True, keep=kept)


# --- if while building ------------------------------------------------------------------------


def exits_at_run_time(frame: Frame, s: If, walk: Walk) -> bool:
    """Whether control may leave an arm of a build-time `if` under a run-time condition."""
    for body in (frame.live.statements(s.then), frame.live.statements(s.otherwise)):
        outcome = _peek(frame, body, frame.live.after[s], walk, None).outcome
        if not (outcome.runs or outcome.left or outcome.definite):
            return True
    return False


def built_if(frame: Frame, s: If, tested: Built, out: Names, walk: Walk) -> Outcome:
    """A Python `if` in the emitted text."""
    sides: list[Side] = []
    bodies = [frame.live.statements(s.then), frame.live.statements(s.otherwise)]
    start = dict(frame.environment)
    for header, body in zip((f"if {tested.text}:", "else:"), bodies, strict=True):
        if not body:
            sides.append(Side((), [], dict(start), FALLS))
            continue
        frame.environment = dict(start)
        frame.writer.line(header, s.span)
        with frame.writer.indented():
            outer, frame.assigned = frame.assigned, []
            outcome = _leave(frame, walk(frame, body, frame.live.after[s]), s.span)
            sides.append(Side(body, frame.assigned, frame.environment, outcome))
            frame.assigned = outer
    return _merge_built(frame, s, sides, start)


def _leave(frame: Frame, outcome: Outcome, span: Span) -> Outcome:
    """End a Python branch that leaves by the Python statement for it."""
    if outcome.runs or outcome.left:
        if outcome.runs and frame.writer.lines[-1].text.endswith(":"):
            frame.writer.line("pass", span)
        return outcome
    if not outcome.definite:
        frame.refuse(
            "unsupported-construct",
            "a run-time `break`, `continue` or `return` inside a build-time `if` is not part of the language",
            span,
        )
        return outcome
    end = next(iter(outcome.ends))
    if end in ("break", "continue") and frame.in_built_loop:
        frame.writer.line(end, span)
    elif frame.plan is None:
        frame.writer.line(f"return {whole(outcome.result)}", span)
    else:
        frame.writer.line(
            f"return {returned(frame.g, frame.plan, outcome, frame.environment)}", span
        )
    return Outcome(outcome.ends, None, outcome.result, left=True)


def _merge_built(frame: Frame, s: If, sides: list[Side], start: dict[str, Kind]) -> Outcome:
    reaching = [side for side in sides if not side.outcome.left]
    frame.environment = dict(start)
    for side in sides:
        frame.assigned += [name for name in side.assigned if name not in frame.assigned]
    for name in dict.fromkeys(n for side in reaching for n in side.assigned):
        kinds = [side.environment.get(name) for side in reaching]
        if any(k is None or isinstance(k, MaybeUnbound) for k in kinds):
            frame.environment[name] = MaybeUnbound(name, "bound in one branch only")
            continue
        kind = kinds[0]
        for other in kinds[1:]:
            assert kind is not None and other is not None
            kind = merge(frame, kind, other, name, s.span)
        assert kind is not None
        frame.bind(name, kind)
    ends = frozenset().union(*(side.outcome.ends for side in sides))
    results = [
        k for side in sides for k in (side.outcome.result, side.outcome.early) if k is not None
    ]
    result = results[0] if results else None
    for other in results[1:]:
        result = either(frame, result, other)
    if reaching:
        return Outcome(ends, early=result)
    return Outcome(ends, None, result, left=True)


def either(frame: Frame, a: Kind | None, b: Kind) -> Kind:
    """What a function returns that returns the one or the other, as a build-time value decides."""
    reported = len(frame.session.diagnostics)
    kind = b if a is None else merge(frame, a, b, frame.result_name, frame.function.span)
    if isinstance(kind, Poison) and len(frame.session.diagnostics) > reported:
        del frame.session.diagnostics[reported:]
        return Computed("", None)
    return kind


def merge(frame: Frame, a: Kind, b: Kind, name: str, span: Span) -> Kind:
    """What a name is after Python paths: the same form, its type known where they agree."""
    if a is b:
        return a
    if isinstance(a, Built) and isinstance(b, Built):
        same = a.known and b.known and type(a.value) is type(b.value) and bool(a.value == b.value)
        type_ = opened(type_of_kind(a)) if type_of_kind(a) == type_of_kind(b) else None
        return Built(name, a.value) if same else Built(name, type=type_)
    if isinstance(a, Sequence) and isinstance(b, Sequence) and len(a.items) == len(b.items):
        items = tuple(merge(frame, x, y, name, span) for x, y in zip(a.items, b.items, strict=True))
        return retext(Sequence("", items, a.is_list), name)
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is b.cls:
        fields = {n: merge(frame, a.fields[n], b.fields[n], n, span) for n in a.fields}
        return retext(Record("", a.cls, fields), name)
    if isinstance(a, Poison) or isinstance(b, Poison):
        return POISON
    if isinstance(a, Sequence | Record) or isinstance(b, Sequence | Record):
        return frame.refuse(
            "depends-on-static", f"what `{name}` is depends on a build-time value", span
        )
    return _merge_values(frame, a, b, name, span)


def _merge_values(frame: Frame, a: Kind, b: Kind, name: str, span: Span) -> Kind:
    before = len(frame.session.diagnostics)
    joined = join_kinds(frame, a, b, span, name)
    if isinstance(joined, Poison):
        del frame.session.diagnostics[before:]
        return Computed(name, None)
    if isinstance(joined, Computed) and type_of_kind(a) != type_of_kind(b) and rank_differs(a, b):
        return Computed(name, None)
    return retext(joined, name)


def rank_differs(a: Kind, b: Kind) -> bool:
    """Whether two kinds differ in more than sizes."""
    from .kinds import rank_of

    return rank_of(a) != rank_of(b)


# --- shared -----------------------------------------------------------------------------------


def enter(frame: Frame, parameters: Iterable[str]) -> None:
    """Inside a region its parameters are values of the graph."""
    for name in parameters:
        frame.environment[name] = retext(_value_kind(frame.environment[name]), name)


def tuple_text(texts: list[str]) -> str:
    """A tuple display."""
    return f"({', '.join(texts)}{',' * (len(texts) == 1)})"
