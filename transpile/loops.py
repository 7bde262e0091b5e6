"""`while` and `for`:

regions of the graph; plain Python loops where something in them is needed while building.
"""

from __future__ import annotations

import builtins
from dataclasses import dataclass, field, replace

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY
from dslc.ir.types import INT, ScalarType

from . import fence
from .branches import join_kinds
from .control import Walk, enter, guard, merge, tuple_text
from .expressions import expression, test
from .frame import Frame, NeedsBuild
from .kinds import (
    Built,
    Computed,
    Kind,
    MaybeUnbound,
    Memory,
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
from .live import Names, targets_in
from .operations import apply, text_of
from .outcome import FALLS, RUN, Outcome, is_endless, returned, unset_like
from .plan import Plan
from .tree import Call, Expression, For, Name, Statement, While

LEAVING = "leaving a build-time loop under a run-time condition"

MOST_ROUNDS = 6
"""Walks of a loop's body after which the kinds of its names must have settled."""


@dataclass(slots=True)
class Loop:
    """A loop as a region:

    the names it carries with their kinds at its head, and how its body ends.
    """

    statement: While | For
    carried: list[str] = field(default_factory=list)
    heads: dict[str, Kind] = field(default_factory=dict)
    assigned: list[str] = field(default_factory=list)
    outcome: Outcome = FALLS
    index: str | None = None  # the parameter that holds a `for` loop's variable

    @property
    def exits(self) -> bool:
        return bool(self.outcome.ends & {"break", "return"})


def loop_statement(
    frame: Frame, s: While | For, rest: tuple[Statement, ...], out: Names, walk: Walk
) -> tuple[Outcome, bool]:
    """A loop, and what follows it where it may return.

    Returns:
        How control leaves, and whether `rest` is done with.
    """
    if s.otherwise is not None:
        fence.refuse(frame, "`else` of a loop", s.otherwise.statements[0].span)
    outcome = run_while(frame, s, walk) if isinstance(s, While) else for_loop(frame, s, walk)
    if "return" not in outcome.ends or outcome.exit is None:
        return outcome, False
    if isinstance(s, While) and is_endless(s):
        return Outcome(frozenset(("return",)), None, outcome.result), True
    inside = frame.plan is not None and frame.plan.exit
    if not rest and "break" not in outcome.ends and inside:
        return outcome, True  # the loop's code is that of the region around it
    outcome = replace(outcome, ends=outcome.ends - {"break"})
    return guard(frame, outcome, rest, out, s.span, walk, "not_equal", "RETURN"), True


# --- while ------------------------------------------------------------------------------------


def run_while(frame: Frame, s: While, walk: Walk) -> Outcome:
    """A `while` loop."""
    frame.base = "test"
    reported = len(frame.session.diagnostics)
    try:
        return _while_region(frame, s, walk)
    except NeedsBuild as need:
        del frame.session.diagnostics[reported:]
        tested = _peek_test(frame, s)
        if not isinstance(tested, Built):
            return _needs_build(frame, need, s.span)
        return _built_loop(frame, s, f"while {tested.text}:", {}, walk, certain=False)


def _peek_test(frame: Frame, s: While) -> Kind:
    with frame.trial():
        return test(frame, s.test)


def _needs_build(frame: Frame, need: NeedsBuild, loop: Span) -> Outcome:
    frame.refuse(
        "depends-on-run",
        f"`{need.loop}` is needed while the graph is built, but this loop runs in the graph",
        need.span,
        help="loop over a `range` of build-time numbers, or use an array operation",
    )
    return FALLS


def _while_region(frame: Frame, s: While, walk: Walk) -> Outcome:
    loop = Loop(s)
    _settle(frame, loop, walk)
    functions = frame.names.block("loop", "test", "body")
    frame.writer.blank()
    frame.writer.line(f"def {functions[0]}({', '.join(_parameters(frame, loop))}):", s.span)
    with frame.writer.indented(), frame.scope():
        frame.names.statement()
        _enter(frame, loop)
        tested = test(frame, s.test, frame.names.fresh("test"))
        frame.writer.line(
            f"return {'...' if isinstance(tested, Poison) else text_of(tested)}", s.span
        )
    _emit_body(frame, loop, functions[1], walk)
    return _emit_loop(frame, loop, "while_", list(functions))


# --- for --------------------------------------------------------------------------------------


def for_loop(frame: Frame, s: For, walk: Walk) -> Outcome:
    """A `for` loop: over a range in the graph, over anything known while building in Python."""
    frame.base = "_".join(targets_in(s.target)) or "item"
    if not _is_range(frame, s.iterable):
        return _for_items(frame, s, walk)
    assert isinstance(s.iterable, Call)
    bounds = [expression(frame, a) for a in s.iterable.arguments]
    bounds = [_bound(frame, b, a.span) for b, a in zip(bounds, s.iterable.arguments, strict=True)]
    if any(isinstance(b, Poison) for b in bounds):
        return FALLS
    if not 1 <= len(bounds) <= 3 or s.iterable.keywords or not isinstance(s.target, Name):
        fence.refuse(frame, "this form of `for`", s.span, help="write `for i in range(...)`")
        return FALLS
    reported = len(frame.session.diagnostics)
    try:
        return _for_region(frame, s, bounds, walk)
    except NeedsBuild as need:
        del frame.session.diagnostics[reported:]
        if not all(isinstance(b, Built) for b in bounds):
            return _needs_build(frame, need, s.span)
    texts = ", ".join(text_of(b) for b in bounds)
    values = [b.value for b in bounds if isinstance(b, Built)]
    known = all(type(value) is int for value in values)
    certain = known and len(range(*values)) > 0 if known and 0 not in values[2:] else False
    variable: Kind = Built(s.target.id, type=INT)
    return _built_loop(
        frame,
        s,
        f"for {s.target.id} in range({texts}):",
        {s.target.id: variable},
        walk,
        certain=certain,
    )


def _bound(frame: Frame, kind: Kind, span: Span) -> Kind:
    """A bound of a range as a Python int."""
    type_ = type_of_kind(kind)
    if isinstance(type_, ScalarType) and type_.dtype.kind in "iu":
        return apply(frame, REGISTRY["cast"], [kind], {"dtype": Built("int", int)}, span)
    if (
        isinstance(kind, Poison)
        or type_ == INT
        or (type_ is None and isinstance(kind, Built | Computed))
    ):
        return kind
    return frame.refuse(
        "dtype-mismatch",
        "the bounds of a range are integers",
        span,
        label=f"this is {describe(kind)}",
    )


def _is_range(frame: Frame, e: Expression) -> bool:
    if not (isinstance(e, Call) and isinstance(e.function, Name) and e.function.id == "range"):
        return False
    return (
        "range" not in frame.environment
        and frame.session.namespace.get("range", builtins.range) is builtins.range
    )


def _for_region(frame: Frame, s: For, bounds: list[Kind], walk: Walk) -> Outcome:
    assert isinstance(s.target, Name)
    target = s.target.id
    kept = target in frame.live.after[s] and not isinstance(
        frame.environment.get(target), MaybeUnbound | None
    )
    loop = Loop(s, index=frame.names.fresh(f"{target}_index") if kept else target)
    _settle(frame, loop, walk)
    (function,) = frame.names.block("loop", "body")
    _emit_body(frame, loop, function, walk)
    texts = [text_of(b) for b in bounds]
    outcome = _emit_loop(frame, loop, "for_", [f"{frame.g}.range({', '.join(texts)})", function])
    if not kept:
        frame.environment[target] = MaybeUnbound(target, "bound by the loop, which may run no trip")
    return outcome


def _for_items(frame: Frame, s: For, walk: Walk) -> Outcome:
    """A loop over a tuple, a list or a build value."""
    kind = expression(frame, s.iterable)
    if isinstance(kind, Poison):
        return FALLS
    if isinstance(kind, Sequence) and kind.items:
        item = kind.items[0]
        for other in kind.items[1:]:
            item = merge(frame, item, other, "item", s.iterable.span)
        names = _unpack(frame, s.target, item)
    elif isinstance(kind, Built):
        names = {name: Built(name) for name in targets_in(s.target)}
    else:
        fence.refuse(
            frame,
            f"a loop over {describe(kind)}",
            s.span,
            help="loop over `range(len(...))` and index",
        )
        return FALLS
    if names is None:
        return FALLS
    header = f"for {frame.source(s.target.span)} in {text_of(kind)}:"
    return _built_loop(frame, s, header, names, walk, certain=isinstance(kind, Sequence))


def _unpack(frame: Frame, target: Expression, item: Kind) -> dict[str, Kind] | None:
    if isinstance(target, Name):
        return {target.id: retext(item, target.id)}
    parts = getattr(target, "items", ())
    if not isinstance(item, Sequence) or len(parts) != len(item.items):
        frame.refuse(
            "argument-mismatch",
            f"{describe(item)} does not unpack into {len(parts)} names",
            target.span,
        )
        return None
    names: dict[str, Kind] = {}
    for part, kind in zip(parts, item.items, strict=True):
        inner = _unpack(frame, part, kind)
        if inner is None:
            return None
        names.update(inner)
    return names


# --- the region of a loop ---------------------------------------------------------------------


def _settle(frame: Frame, loop: Loop, walk: Walk) -> None:
    """Walk the body until the kinds of the names it carries are the same before and after a trip."""
    s = loop.statement
    for _ in range(MOST_ROUNDS):
        with frame.trial(), frame.writer.indented(), frame.scope(), frame.planned(Plan()):
            _enter(frame, loop)
            loop.outcome = walk(frame, frame.live.statements(s.body), frame.live.head[s])
            end, loop.assigned = dict(frame.environment), list(frame.assigned)
        if not _widen(frame, loop, end):
            return
    frame.refuse("branch-mismatch", "the types of what this loop carries do not settle", s.span)


def _widen(frame: Frame, loop: Loop, end: dict[str, Kind]) -> bool:
    """Join what a trip left into the heads; True when something changed."""
    s = loop.statement
    wanted = frame.live.head[s] | frame.live.after[s]
    changed = False
    for name in loop.assigned:
        start = frame.environment.get(name)
        if (
            name == loop.index
            or name not in wanted
            or start is None
            or isinstance(start, MaybeUnbound)
        ):
            continue
        kind = end.get(name)
        if isinstance(start, Built) and not is_number(start.value) and start.type is None:
            raise NeedsBuild(name, s.span)
        if kind is None or isinstance(kind, MaybeUnbound | Poison):
            continue
        if name not in loop.carried:
            loop.carried = frame.in_order([*loop.carried, name])
            changed = True
        head = join_kinds(frame, loop.heads.get(name, start), kind, s.span, name)
        if name not in loop.heads or _signature(head) != _signature(loop.heads[name]):
            changed = True
        loop.heads[name] = head
    _separate(frame, loop, end)
    return changed


def _separate(frame: Frame, loop: Loop, end: dict[str, Kind]) -> None:
    """Arrays that are all distinct before the loop and after a trip are distinct at its head,
    though any may be any of them.
    """
    moved: list[tuple[str, Computed, Computed]] = []
    for name in loop.carried:
        start, last = frame.environment.get(name), end.get(name)
        if (
            isinstance(start, Computed)
            and isinstance(last, Computed)
            and start.memory is not last.memory
        ):
            moved.append((name, start, last))
    before = [start.memory for _, start, _ in moved if start.memory is not None]
    after = [last.memory for _, _, last in moved if last.memory is not None]
    if not (len(before) == len(after) == len(moved) and _distinct(before) and _distinct(after)):
        return
    if any(memory.origin != "fresh" for memory in (*before, *after)):
        return
    group = object()
    outside = [
        m for m in after if m.group is None
    ]  # made in the body, or an array that lives around the loop
    for name, start, _ in moved:
        memory = Memory("fresh", "an array made here", (*before, *outside), group)
        loop.heads[name] = replace(
            loop.heads[name] if isinstance(loop.heads[name], Computed) else start, memory=memory
        )  # type: ignore[type-var]


def _distinct(memories: list[Memory]) -> bool:
    return not any(a.overlaps(b) for number, a in enumerate(memories) for b in memories[:number])


def _signature(kind: Kind) -> object:
    """What must stay the same from round to round;

    sizes that change from trip to trip are all alike.
    """
    from dslc.ir.types import TensorType

    if isinstance(kind, Computed):
        type_ = kind.type
        memory = kind.memory.origin if kind.memory is not None else None
        if isinstance(type_, TensorType):
            sizes = tuple("?" if str(size).startswith("?") else str(size) for size in type_.shape)
            return type_.dtype, sizes, type_.joined, memory
        return type_, memory
    if isinstance(kind, Sequence):
        return tuple(map(_signature, kind.items))
    if isinstance(kind, Record):
        return tuple(map(_signature, kind.fields.values()))
    return type(kind)


def _enter(frame: Frame, loop: Loop) -> None:
    """The environment at the head of a trip."""
    enter(frame, [name for name in loop.carried if name not in loop.heads])
    for name in loop.carried:
        if name in loop.heads:
            frame.environment[name] = retext(loop.heads[name], name)
    if isinstance(loop.statement, For) and isinstance(loop.statement.target, Name):
        target = loop.statement.target.id
        frame.environment[target] = Computed(target, INT, loop=target)


def _parameters(frame: Frame, loop: Loop) -> list[str]:
    return [*loop.carried, *([frame.result_name] if loop.outcome.returns is not None else [])]


def _emit_body(frame: Frame, loop: Loop, function: str, walk: Walk) -> None:
    s = loop.statement
    index = [loop.index] if loop.index is not None else []
    plan = Plan(tuple(loop.carried), loop.exits, loop.outcome.returns)
    frame.writer.blank()
    frame.writer.line(f"def {function}({', '.join([*index, *_parameters(frame, loop)])}):", s.span)
    with frame.writer.indented(), frame.scope(), frame.planned(plan):
        _enter(frame, loop)
        if isinstance(s, For) and isinstance(s.target, Name) and loop.index != s.target.id:
            frame.writer.line(f"{s.target.id} = {loop.index}", s.span)
            frame.assigned.append(s.target.id)
        outcome = walk(frame, frame.live.statements(s.body), frame.live.head[s])
        if not outcome.left:
            frame.writer.line(
                f"return {returned(frame.g, plan, outcome, frame.environment)}", s.span
            )
    frame.writer.blank()


def _emit_loop(frame: Frame, loop: Loop, method: str, arguments: list[str]) -> Outcome:
    s = loop.statement
    outcome = loop.outcome
    initial = list(loop.carried)
    targets = list(loop.carried)
    if outcome.returns is not None:
        initial.append(unset_like(frame.g, outcome.returns))
        targets.append(frame.result_name)
    arguments = [*arguments, tuple_text(initial)]
    if loop.exits:
        arguments.append("exits=True")
        targets.append(frame.exit_name)
    frame.writer.call(
        f"{', '.join(targets)}{' = ' * bool(targets)}{frame.g}.{method}", arguments, s.span
    )
    for name in loop.assigned:
        if name in loop.carried:
            frame.bind(name, retext(loop.heads[name], name))
        elif name not in frame.environment:
            frame.environment[name] = MaybeUnbound(name, "bound in the loop, which may run no trip")
    if "return" not in outcome.ends:
        return FALLS
    ends = frozenset((RUN, "return")) | (outcome.ends & {"break"})
    result = (
        retext(_open_result(outcome.returns), frame.result_name)
        if outcome.returns is not None
        else None
    )
    return Outcome(ends, frame.exit_name, result)


def _open_result(kind: Kind) -> Kind:
    if isinstance(kind, Sequence):
        return Sequence("", tuple(map(_open_result, kind.items)), kind.is_list)
    if isinstance(kind, Built | Sized):
        return Computed("", opened(type_of_kind(kind)))
    return kind


# --- Python loops -----------------------------------------------------------------------------


def _built_loop(
    frame: Frame,
    s: While | For,
    header: str,
    variables: dict[str, Kind],
    walk: Walk,
    *,
    certain: bool,
) -> Outcome:
    """A Python loop in the emitted text; `certain` when it runs at least one trip."""
    start = dict(frame.environment)
    heads: dict[str, Kind] = {}
    for _ in range(MOST_ROUNDS):
        with frame.trial():
            frame.environment.update({**heads, **variables})
            frame.assigned = []
            walk(frame, frame.live.statements(s.body), frame.live.head[s])
            end, assigned = frame.environment, list(frame.assigned)
        settled = True
        for name in assigned:
            if name not in start or name in variables or isinstance(end[name], MaybeUnbound):
                continue
            head = merge(frame, heads.get(name, start[name]), end[name], name, s.span)
            if name not in heads or _signature(head) != _signature(heads[name]):
                heads[name], settled = head, False
        if settled:
            break
    frame.writer.line(header, s.span)
    frame.environment.update({**heads, **variables})
    outer, frame.in_built_loop = frame.in_built_loop, True
    with frame.writer.indented():
        outcome = walk(frame, frame.live.statements(s.body), frame.live.head[s])
        if frame.writer.lines[-1].text.endswith(":"):
            frame.writer.line("pass", s.span)
    frame.in_built_loop = outer
    return _after_built_loop(frame, s, outcome, start, heads, [*variables, *assigned], certain)


def _after_built_loop(
    frame: Frame,
    s: While | For,
    outcome: Outcome,
    start: dict[str, Kind],
    heads: dict[str, Kind],
    assigned: list[str],
    certain: bool,
) -> Outcome:
    for name in dict.fromkeys(assigned):
        if name in heads:
            frame.bind(name, heads[name])
        elif name not in start and not certain:
            frame.environment[name] = MaybeUnbound(name, "bound in the loop, which may run no trip")
        else:
            frame.bind(name, frame.environment[name])
    if outcome.exit is not None or (not outcome.left and outcome.ends - {RUN}):
        fence.refuse(frame, LEAVING, s.span, help="loop over a run-time range")
    if "return" in outcome.ends:
        return Outcome(frozenset((RUN, "return")), early=outcome.returns)
    return FALLS
