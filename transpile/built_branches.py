"""An `if` on a build-time value: a Python `if` in the emitted text."""

from __future__ import annotations

from dataclasses import replace

from .control import ONE_BRANCH, Side, Walk
from .frame import Frame
from .kind_parts import has_text
from .kinds import Built, Closure, Computed, Kind, MaybeUnbound, Poison
from .outcome import FALLS, RUN, Outcome
from .python_paths import merge
from .tree import Expression, For, If, While
from .unbound import guard_of, learn_test


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
            learn_test(frame, s.test, holds=not sides)
            outcome = walk(frame, body, frame.live.after[s])
            frame.tail, frame.known, frame.in_built_branch = tail, known, around
            settled = outcome.exit is None and not outcome.raises
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
    read = frame.live.after[s] if isinstance(s, If) else frame.live.beyond(s)
    for name in dict.fromkeys(frame.live.bound_in(s)):
        kind = frame.environment.get(name)
        if isinstance(kind, Closure) and not has_text(kind) and name in read:
            frame.writer.line(f"{name} = {kind.label}")


def leave_python(frame: Frame, outcome: Outcome) -> Outcome:
    """End a Python branch that leaves by the Python statement for it."""
    if RUN in outcome.ends or outcome.left:
        if outcome.runs and frame.writer.lines[-1].endswith(":"):
            frame.writer.line("pass")
        return outcome
    end = next(iter(outcome.ends))
    frame.writer.drop_bare(frame.g)
    loop = frame.python_loop
    if end in ("break", "continue") and loop is not None:
        paths = loop.broken if end == "break" else loop.continued
        paths.append(dict(frame.environment))
        frame.writer.line(end)
        return Outcome(frozenset(), left=True, before=outcome.before, early=outcome.early)
    frame.leave(outcome)
    return replace(outcome, left=True)


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
    for number, side in enumerate(reversed(sides)):
        if side.outcome.left:
            learn_test(frame, s.test, holds=number == 0)
    ways = frozenset().union(*(side.outcome.ways for side in sides))
    results = [
        k for side in sides for k in (side.outcome.result, side.outcome.early) if k is not None
    ]
    result = results[0] if results else None
    for other in results[1:]:
        result = either(frame, result, other)
    if reaching:
        return Outcome(FALLS.ends, before=ways - FALLS.ends, early=result)
    return Outcome(ways, None, result, left=True)


def _bound_once(frame: Frame, test: Expression, name: str, sides: list[Side]) -> MaybeUnbound:
    """A name that one arm leaves unbound; the text binds it in the other."""
    for number, side in enumerate(sides):
        kind = side.environment.get(name)
        if kind is not None and not isinstance(kind, MaybeUnbound):
            guard = guard_of(frame, test, holds=number == 0)
            return MaybeUnbound(ONE_BRANCH, kind, guard, in_text=True)
    return MaybeUnbound(ONE_BRANCH)


def either(frame: Frame, a: Kind | None, b: Kind) -> Kind:
    """What a function returns that returns the one or the other, as a build-time value decides."""
    reported = len(frame.session.diagnostics)
    kind = b if a is None else merge(frame, a, b, frame.result_name, frame.function.span)
    if isinstance(kind, Poison) and len(frame.session.diagnostics) > reported:
        del frame.session.diagnostics[reported:]
        return Computed("", None)
    return kind
