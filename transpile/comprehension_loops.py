"""Comprehensions that the run goes through: loops of the graph in which a list grows.

ys = [f(row) for row in x]         ys = g.zeros((0, x.shape[1]), "float32")

def loop1_body(row_index, ys):
row = g.index(x, g.s_[row_index])
...
ys = g.append(ys, ys_f)
return ys

ys = g.for_(g.range(x.shape[0]), loop1_body, (ys,))
"""

from __future__ import annotations

from .frame import Frame
from .identities import identified
from .kinds import Grown, Sequence
from .live import NameSet, targets_in
from .tree import (
    Attribute,
    Block,
    Call,
    Comprehension,
    ExpressionStatement,
    For,
    If,
    Name,
    Statement,
)


def looped(frame: Frame, e: Comprehension, into: str | None) -> Grown | None:
    """The list that a loop of the graph makes; None where it makes none."""
    if e.binds:
        return None
    own = [name for clause in e.clauses for name in targets_in(clause.target)]
    name = _list_name(frame, e, into, own)
    loop = _loop(e, name)
    live = _live(frame, own) | {name}
    frame.live.add(loop, live)
    before, assigned, order = dict(frame.environment), list(frame.assigned), list(frame.order)
    statement = frame.live_now, frame.held, frame.held_lists, frame.held_at_call, frame.base
    tail, frame.tail = frame.tail, False
    frame.order += [each for each in (name, *own) if each not in order]
    for each in own:
        if each in before:  # what it names outside can still be written to
            frame.environment[f"<{each} outside>"] = before[each]
    frame.bind(name, identified(frame, Sequence(name, (), is_list=True)))
    frame.live_now = live
    try:
        with frame.names.within():
            frame.session.loop(frame, loop, live)
        made = frame.environment[name]
    finally:
        frame.environment, frame.assigned, frame.tail = before, assigned, tail
        frame.order[:] = [*order, *([name] if name not in order else [])]
        frame.live_now, frame.held, frame.held_lists, frame.held_at_call, frame.base = statement
    return made if isinstance(made, Grown) and made.rows is not None else None


def _list_name(frame: Frame, e: Comprehension, into: str | None, own: list[str]) -> str:
    """What the list is called while it grows: its own name, where nothing else has that."""
    free = into is not None and into not in frame.environment and into not in (*e.reads, *own)
    if into is not None and free and into not in frame.live.captured:
        return into
    return frame.names.lasting(f"{into or frame.base}_items" if into or frame.base else "items")


def _live(frame: Frame, own: list[str]) -> NameSet:
    """The names that the rest of the statement may read; a comprehension's own are not of it."""
    return frozenset(name for name in frame.environment if name.isidentifier()) - set(own)


def _loop(e: Comprehension, name: str) -> For:
    """The loop that appends the items to a list."""
    span = e.element.span
    append = Call(span, Attribute(span, Name(span, name), "append"), (e.element,), ())
    inner: Statement = ExpressionStatement(span, (), append)
    for clause in reversed(e.clauses):
        for each in reversed(clause.tests):
            inner = If(each.span, (), each, Block((inner,)), None)
        inner = For(e.span, (), clause.target, clause.iterable, Block((inner,)), None)
    assert isinstance(inner, For)
    return inner
