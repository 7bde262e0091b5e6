"""What moves a `while` on build values: done in Python beside the trips, which are branches.

    while k < len(ws):                 while k < len(ws):
        if np.max(x) > 9:                  going = g.less(exit, g.BREAK)
            break
        x = x @ ws[k]                      def if1_then(x): ...
        k += 1
                                           x, exit = g.if_(going, if1_then, if1_else, (x,))
                                           k += 1

The loop of the text goes on where that of the source has ended, so what is read after it gets
another name in the trips: `k_last`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .control import Walk
from .endings import ends
from .frame import Frame
from .kinds import Built, opened, type_of_kind
from .live import NOTHING, Live, NameSet, bound_in_expressions
from .outcome import FALLS, continues
from .tree import Assign, AugmentedAssign, Binary, Block, Constant, Name, Statement, While


@dataclass(frozen=True, slots=True)
class Steps:
    """A `while` without what moves it.

    Attributes:
        loop: the loop with the rest of its body.
        first: what moves it before a trip.
        last: what moves it after one.
        kinds: what the names that move are at the head of a trip.
        kept: those of them that are read after the loop, with the names they have in the trips.
    """

    loop: While
    first: tuple[Statement, ...]
    last: tuple[Statement, ...]
    kinds: dict[str, Built]
    kept: dict[str, str]


def stepped(frame: Frame, s: While, walk: Walk) -> Steps | None:
    """A `while` as trips and what moves it; None where they do not come apart."""
    body = frame.live.statements(s.body)
    names = _moving(frame.live, s, body)
    moves = [each for each in body if names.intersection(frame.live.assigned(each))]
    if not names or not all(_is_move(frame.live, each, names) for each in moves):
        return None
    changed = {name for each in body for name in frame.live.changed(each)}
    if changed & (frame.live.reads(s.test) | _reads(frame.live, moves)):
        return None
    leads = moves == list(body[: len(moves)])
    if not leads and not _can_be_last(frame.live, body, moves):
        return None
    kinds = _kinds(frame, s, moves, walk)
    if kinds is None or not ends(frame, s, tuple(moves), walk):
        return None
    read = [name for name in kinds if name in frame.live.beyond(s)]
    if any(kinds[name].type is None for name in read):  # a value of the graph has one type
        return None
    kept = {name: frame.names.lasting(f"{name}_last") for name in read}
    frame.order += kept.values()
    new = _body(s, body, moves, kept, leads=leads)
    loop = _loop(frame.live, s, new, kept)
    first, last = (moves, []) if leads else ([], moves)
    return Steps(loop, tuple(first), tuple(last), kinds, kept)


def _moving(live: Live, s: While, body: tuple[Statement, ...]) -> NameSet:
    """The names that the test depends on and that the body binds."""
    found, wanted = frozenset[str](), live.reads(s.test)
    while True:
        moves = [each for each in body if wanted.intersection(live.assigned(each))]
        more = found | {name for each in moves for name in live.assigned(each) if name in wanted}
        if more == found:
            return found
        found, wanted = more, wanted | _reads(live, moves)


def _reads(live: Live, moves: list[Statement]) -> NameSet:
    return NOTHING.union(*map(live.reads_of, moves))


def _is_move(live: Live, s: Statement, names: NameSet) -> bool:
    """Whether a statement does nothing but to bind one of the names."""
    return _target(s) in names and not bound_in_expressions(s)


def _target(s: Statement) -> str | None:
    match s:
        case Assign(targets=(Name(id=name),)) | AugmentedAssign(target=Name(id=name)):
            return name
    return None


def _can_be_last(live: Live, body: tuple[Statement, ...], moves: list[Statement]) -> bool:
    """Whether these statements are the same at the end of the body, and no trip goes around one."""
    for number, each in enumerate(body):
        if each not in moves:
            continue
        read = live.transfer(Block(body[number + 1 :]))[0]
        if _target(each) in read or continues(body[:number]):
            return False
    return True


def _kinds(frame: Frame, s: While, moves: list[Statement], walk: Walk) -> dict[str, Built] | None:
    """What the names that move are at the head of a trip; None where the run moves them."""
    names = list(dict.fromkeys(name for name in map(_target, moves) if name is not None))
    before = {name: frame.environment.get(name) for name in names}
    types = {name: opened(type_of_kind(kind)) for name, kind in before.items() if kind is not None}
    state, reported, raises = frame.save(), len(frame.session.diagnostics), frame.raises
    while True:
        kinds = {name: Built(name, type=type_) for name, type_ in types.items()}
        frame.environment.update(kinds)
        outcome = walk(frame, tuple(moves), frame.live.head[s])
        after = {name: frame.environment.get(name) for name in names}
        quiet = len(frame.session.diagnostics) == reported and frame.raises == raises
        frame.restore(state)
        del frame.session.diagnostics[reported:]
        found = [*before.values(), *after.values()]
        if outcome != FALLS or not quiet or not all(isinstance(kind, Built) for kind in found):
            return None
        other = [n for n, k in after.items() if k is None or opened(type_of_kind(k)) != types[n]]
        if all(types[name] is None for name in other):
            return dict(kinds)
        types.update(dict.fromkeys(other))


def _body(
    s: While,
    body: tuple[Statement, ...],
    moves: list[Statement],
    kept: dict[str, str],
    *,
    leads: bool,
) -> Iterator[Statement]:
    """The body without what moves; what is read after the loop is noted in it."""
    for name, last in kept.items():
        yield Assign(s.span, (), (Name(s.span, last),), Name(s.span, name))
    for each in body:
        if each not in moves:
            yield each
        elif not leads and _target(each) in kept:
            yield _noted(each, kept)


def _noted(s: Statement, kept: dict[str, str]) -> Assign:
    """The statement that binds a name, as one that notes what the name will be."""
    assert isinstance(s, Assign | AugmentedAssign)
    value = s.value
    if isinstance(s, AugmentedAssign):
        value = Binary(s.span, s.operator, s.target, s.value)
    target = kept[_target(s) or ""]
    return Assign(s.span, (), (Name(s.span, target),), value)


def _loop(live: Live, s: While, body: Iterator[Statement], kept: dict[str, str]) -> While:
    """The loop of these statements, with what is live in and after it."""
    whole = Block(tuple(body), s.body.comments)
    loop = replace(s, test=Constant(s.span, True), body=whole)
    beyond = live.beyond(s).difference(kept).union(kept.values())
    bare = replace(loop, otherwise=None)
    live.add(bare, beyond)
    live.head[loop], live.before[loop] = live.head[bare], live.before[s]
    live.after[loop] = live.after[s].difference(kept).union(kept.values())
    return loop
