"""An `if` on a build-time value: a Python `if` in the emitted text."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from dslc.ir.diagnostics import Span

from .branches import join_kinds
from .chosen import chosen
from .control import ONE_BRANCH, Side, Walk
from .frame import Frame
from .kind_parts import combined, has_text, parts, retext
from .kinds import (
    ATOM,
    CONTAINERS,
    POISON,
    Built,
    Closure,
    Computed,
    Kind,
    MaybeUnbound,
    Poison,
    Repeated,
    Sequence,
    Table,
    Template,
    is_text,
    opened,
    rank_of,
    type_of_kind,
)
from .many import any_of_many
from .memory import Memory
from .outcome import FALLS, Outcome
from .tree import Expression, For, If, While
from .unbound import guard_of, guards_of


class ExitsAtRunTime(Exception):
    """Control may leave an arm of a build-time `if` under a run-time condition."""


def built_if(frame: Frame, s: If, tested: Built, walk: Walk, *, last: bool) -> Outcome:
    """A Python `if` in the emitted text.

    Raises:
        ExitsAtRunTime: where it must be an `if` node; what was written is taken back.
    """
    bodies = [frame.live.statements(s.then), frame.live.statements(s.otherwise)]
    sides: list[Side] = []
    dropped = frame.writer.drop_bare(frame.g)
    write_labels(frame, s)
    start, state = dict(frame.environment), frame.save()
    for header, body in zip((f"if {tested.text}:", "else:"), bodies, strict=True):
        if not body:
            sides.append(Side((), [], dict(start), FALLS))
            continue
        frame.environment = dict(start)
        frame.writer.line(header)
        outer, frame.assigned = frame.assigned, []
        tail, frame.tail = frame.tail, frame.tail and last
        known, around = frame.known, frame.in_built_branch
        frame.in_built_branch = True
        with frame.writer.indented():
            frame.known |= guards_of(frame, s.test, holds=not sides)
            outcome = walk(frame, body, frame.live.after[s])
            frame.tail, frame.known, frame.in_built_branch = tail, known, around
            settled = (outcome.runs or outcome.definite) and not outcome.raises
            if settled:
                outcome = leave_python(frame, outcome)
        if not settled:
            frame.restore(state)
            if dropped:
                frame.writer.at(frame.g, frame.code(s.span), s.span)
            raise ExitsAtRunTime
        sides.append(Side(body, frame.assigned, frame.environment, outcome))
        frame.assigned = outer
    return _merge_built(frame, s, sides, start)


def write_labels(frame: Frame, s: If | While | For) -> None:
    """Give the functions that a statement may bind anew a place in the text."""
    for name in dict.fromkeys(frame.live.bound_in(s)):
        kind = frame.environment.get(name)
        if isinstance(kind, Closure) and not has_text(kind) and name in frame.live.after[s]:
            frame.writer.line(f"{name} = {kind.label}")


def leave_python(frame: Frame, outcome: Outcome) -> Outcome:
    """End a Python branch that leaves by the Python statement for it."""
    if outcome.runs or outcome.left:
        if outcome.runs and frame.writer.lines[-1].endswith(":"):
            frame.writer.line("pass")
        return outcome
    end = next(iter(outcome.ends))
    frame.writer.drop_bare(frame.g)
    if end in ("break", "continue") and frame.in_built_loop:
        frame.writer.line(end)
        return Outcome(frozenset(), left=True)
    frame.leave(outcome)
    return Outcome(outcome.ends, None, outcome.result, left=True)


def _merge_built(frame: Frame, s: If, sides: list[Side], start: dict[str, Kind]) -> Outcome:
    reaching = [side for side in sides if not side.outcome.left]
    frame.environment = dict(start)
    for side in sides:
        frame.assigned += [name for name in side.assigned if name not in frame.assigned]
    for name in dict.fromkeys(n for side in reaching for n in side.assigned):
        kinds = [side.environment.get(name) for side in reaching]
        if any(k is None or isinstance(k, MaybeUnbound) for k in kinds):
            frame.environment[name] = _bound_once(frame, s.test, name, sides)
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


def _bound_once(frame: Frame, test: Expression, name: str, sides: list[Side]) -> MaybeUnbound:
    """A name that one arm leaves unbound; the text binds it in the other."""
    for number, side in enumerate(sides):
        kind = side.environment.get(name)
        if kind is not None and not isinstance(kind, MaybeUnbound):
            guard = guard_of(frame, test, holds=number == 0)
            return MaybeUnbound(ONE_BRANCH, kind, guard)
    return MaybeUnbound(ONE_BRANCH)


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
    function = chosen(frame, (a, b), name, ATOM)
    if a is b or (function is not None and len(function.options) > 1):
        return a if function is None or a is b else function
    if isinstance(a, Built) and isinstance(b, Built):
        same = a.known and b.known and type(a.value) is type(b.value) and bool(a.value == b.value)
        type_ = opened(type_of_kind(a)) if type_of_kind(a) == type_of_kind(b) else None
        return Built(name, a.value) if same else Built(name, type=type_)
    whole = combined(a, b, lambda x, y: merge(frame, x, y, name, span))
    if whole is not None:
        return retext(whole, name)
    if isinstance(a, Poison) or isinstance(b, Poison):
        return POISON
    if is_text(a) and is_text(b):
        return Template(name)
    many = _of_any_length(frame, a, b, name, span)
    if many is not None:
        return retext(many, name)
    if isinstance(a, CONTAINERS) or isinstance(b, CONTAINERS):
        return frame.refuse(
            "depends-on-static", f"what `{name}` is depends on a build-time value", span
        )
    return _merge_values(frame, a, b, name, span)


def _of_any_length(frame: Frame, a: Kind, b: Kind, name: str, span: Span) -> Kind | None:
    """Two lists, tuples or dicts of different lengths as one whose length building decides."""
    form = form_of(a)
    if form is None or form != form_of(b):
        return None
    reported = len(frame.session.diagnostics)
    item: Kind | None = None
    for part in (*parts(a), *parts(b)):
        item = part if item is None else merge(frame, item, part, name, span)
    if len(frame.session.diagnostics) > reported or isinstance(item, Poison | None):
        del frame.session.diagnostics[reported:]
        return None
    certain = all(getattr(kind, "certain", bool(list(parts(kind)))) for kind in (a, b))
    same = getattr(a, "identity", None)
    identity = same if same is getattr(b, "identity", None) else None
    return Repeated("", any_of_many(item), form, certain, identity=identity)


def form_of(kind: Kind) -> Literal["list", "tuple", "dict"] | None:
    """What a container is whose items are numbered or have keys; None for anything else."""
    if isinstance(kind, Sequence):
        return "list" if kind.is_list else "tuple"
    if isinstance(kind, Repeated) and kind.form != "iterator":
        return kind.form
    return "dict" if isinstance(kind, Table) else None


def _merge_values(frame: Frame, a: Kind, b: Kind, name: str, span: Span) -> Kind:
    before = len(frame.session.diagnostics)
    joined = join_kinds(frame, a, b, span, name)
    if isinstance(joined, Poison):
        del frame.session.diagnostics[before:]
        return Computed(name, None)
    if (
        isinstance(joined, Computed)
        and type_of_kind(a) != type_of_kind(b)
        and rank_of(a) != rank_of(b)
    ):
        return Computed(name, None)
    if isinstance(joined, Computed):
        joined = replace(joined, memory=_either_variable(a, b) or joined.memory)
    return retext(joined, name)


def _either_variable(a: Kind, b: Kind) -> Memory | None:
    """The variable that a name is after Python paths which leave it one or the other."""
    memories = [kind.memory for kind in (a, b) if isinstance(kind, Computed) and kind.memory]
    if len(memories) < 2 or not all(memory.is_variable for memory in memories):
        return None
    one, other = memories
    if one is other:
        return one
    return Memory("inout", f"{one.what} or {other.what}", (one, other), many=True)
