"""Plain functions with `yield`: their items are made at once, as a list that is gone through.

    def windows(x, k):                     def windows_inlined(g, x, k):
        for i in range(k):                     items = []
            yield x[i:]                        for i in range(k):
                                                   items.append(...)
                                               return items

Python runs a generator step by step, between those of what takes its items. Where that shows, it
is refused: `list(...)` around the call is right in any case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from . import fence
from .containers import repeated
from .found_helpers import Found
from .frame import Frame
from .helper_texts import Walked
from .identities import identities
from .kind_parts import computed_leaves
from .kinds import Grown, Kind, Poison, Repeated
from .live import bound_in_expressions
from .memory import Memory
from .names import stable
from .outcome import breaks, is_endless
from .pending import Pending
from .sugar import Match, Raise, With, Yield
from .texts import text_of
from .tree import (
    Assert,
    Assign,
    Attribute,
    Block,
    Call,
    Constant,
    Expression,
    ExpressionStatement,
    For,
    If,
    List,
    Name,
    Return,
    Statement,
    Tuple,
    While,
)

_WHOLE = "write `list(...)` around the call, or let it be a function that returns a list"


def as_list(frame: Frame, found: Found, e: Call) -> Found | None:
    """The function that returns the items of a generator as a list; None after a refusal."""
    function = found.function
    statements = list(_all(function.body))
    if any(isinstance(s, While) and is_endless(s) and not _returns(s.body) for s in statements):
        fence.refuse(frame, "a generator without an end", e.span, help="give it a length")
        return None
    given = [s for s in statements if isinstance(s, Return) and not _gives_none(s)]
    if given:
        fence.refuse(frame, "`return` of a value in a generator", given[0].span)
        return None
    name = stable("items", function.identifiers)
    span = function.span
    first = Assign(span, (), (Name(span, name),), List(span, ()))
    last = Return(span, (), Name(span, name))
    body = _appending(function.body, name)
    statement = (first, *body.statements, last)
    listed = replace(
        function,
        body=replace(body, statements=statement),
        is_generator=False,
        identifiers=function.identifiers | {name},
    )
    return replace(found, function=listed, items=name)


def _all(block: Block | None) -> Iterator[Statement]:
    for s in block.statements if block is not None else ():
        yield s
        for inner in _blocks(s):
            yield from _all(inner)


def _blocks(s: Statement) -> tuple[Block | None, ...]:
    match s:
        case If():
            return s.then, s.otherwise
        case While() | For():
            return s.body, s.otherwise
        case With():
            return (s.body,)
        case Match():
            return tuple(case.body for case in s.cases)
    return ()


def _returns(block: Block) -> bool:
    return any(isinstance(s, Return) for s in _all(block))


def _gives_none(s: Return) -> bool:
    return s.value is None or (isinstance(s.value, Constant) and s.value.value is None)


def _appending(block: Block, name: str) -> Block:
    """A block whose `yield`s append to a list."""
    return replace(block, statements=tuple(_append(s, name) for s in block.statements))


def _append(s: Statement, name: str) -> Statement:
    def maybe(block: Block | None) -> Block | None:
        return None if block is None else _appending(block, name)

    match s:
        case ExpressionStatement(value=Yield() as e):
            value = e.value or Constant(e.span, None)
            method = "extend" if e.gives_all else "append"
            function = Attribute(e.span, Name(e.span, name), method)
            return replace(s, value=Call(e.span, function, (value,), ()))
        case Return():
            return replace(s, value=Name(s.span, name))
        case If():
            return replace(s, then=_appending(s.then, name), otherwise=maybe(s.otherwise))
        case While() | For():
            return replace(s, body=_appending(s.body, name), otherwise=maybe(s.otherwise))
        case With():
            return replace(s, body=_appending(s.body, name))
        case Match():
            cases = tuple(replace(c, body=_appending(c.body, name)) for c in s.cases)
            return replace(s, cases=cases)
    return s


# --- what takes the items -------------------------------------------------------------------------


def as_iterator(frame: Frame, kind: Kind, e: Call) -> Kind:
    """The list of a generator's items as what it is."""
    if isinstance(kind, Grown):
        return fence.refuse(
            frame, "a generator of as many items as the run decides", e.span,
            help="store into an array, or let a list grow where the items are used",
        )  # fmt: skip
    if isinstance(kind, Poison):
        return kind
    items = kind if isinstance(kind, Repeated) else repeated(frame, kind, e.span)
    if isinstance(items, Poison):
        return items
    text = f"iter({text_of(kind)})"
    return replace(items, text=text, form="iterator", identity=None)


def pend(
    frame: Frame, found: Found, bound: dict[str, Kind], made: Kind, walked: Walked, e: Call
) -> None:
    """Note that a statement has called a generator."""
    function = found.function
    memories = [m for kind in (*bound.values(), made) for m in _memories(kind)]
    frame.pending[e] = Pending(
        function,
        is_closure=not bound.keys() <= set(function.parameters),
        made=made,
        acts=walked.raises > 0 or bool(walked.writes),
        stores=walked.stores,
        loops=any(isinstance(s, While) for s in _all(function.body)),
        raises=frame.raises,
        stored=len(frame.stored),
        memories=memories,
        outside=[m for kind in frame.environment.values() for m in _memories(kind)],
        lists=[each for kind in bound.values() for each in identities(kind)],
    )


def made_of(frame: Frame, e: Expression, kind: Kind) -> Kind:
    """The list of its items where an expression is the call of a generator; else the same kind."""
    return frame.pending[e].made if e in frame.pending else kind


def _memories(kind: Kind) -> list[Memory]:
    return [leaf.memory for leaf in computed_leaves(kind) if leaf.memory is not None]


def taken_whole(frame: Frame, e: Expression) -> None:
    """All items of a generator are taken before anything else is done, if it is one."""
    frame.pending.pop(e, None)


def check_pending(frame: Frame, s: Statement, before: list[Pending]) -> None:
    """Refuse generators that a statement has called, where it shows that they did not wait."""
    for e, pending in list(frame.pending.items()):
        if pending in before:
            continue
        del frame.pending[e]
        construct = _shows(frame, s, e, pending)
        if construct is not None:
            fence.refuse(frame, construct, e.span, help=_WHOLE)


def _shows(frame: Frame, s: Statement, e: Expression, pending: Pending) -> str | None:
    """What is refused."""
    if isinstance(s, Return) and s.value is e:
        return "a generator as a result"
    is_loop = isinstance(s, For) and s.iterable is e
    unpacks = isinstance(s, Assign) and s.value is e and isinstance(s.targets[0], Tuple | List)
    leaves = not is_loop or (isinstance(s, For) and _leaves(s))
    acts_too = not is_loop or leaves or frame.raises > pending.raises
    if pending.loops and leaves:
        return "taking some items of a generator with a `while`"
    if pending.stores and not unpacks:
        return "a generator that changes what it has given"
    if pending.acts and acts_too and not unpacks:
        return "a generator that may raise, print or write between other steps,"
    if _rebinds(frame, s, pending):
        return "binding what a generator reads later"
    for memory in frame.stored[pending.stored :]:
        outside = any(memory is each for each in pending.outside)
        if not outside or any(memory.overlaps(each) for each in pending.memories):
            return "writing to an array while a generator may read it"
    changed = (frame.environment.get(name) for name in frame.live.changed(s))
    if any(each in pending.lists for kind in changed if kind for each in identities(kind)):
        return "changing a list while a generator may read it"
    return None


def _rebinds(frame: Frame, s: Statement, pending: Pending) -> bool:
    """Whether a variable that a generator reads is bound while its items are taken."""
    names = frame.live.assigned(s) if isinstance(s, For) else bound_in_expressions(s)
    return pending.is_closure and not set(pending.function.free).isdisjoint(names)


def _leaves(s: For) -> bool:
    """Whether a loop may end before its items do."""
    inner = list(_all(s.body))
    if breaks(s.body.statements):
        return True
    return any(isinstance(each, Return | Raise | Assert) for each in inner)
