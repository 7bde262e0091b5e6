"""Live names: which names may still be read after a statement.

The usual backward analysis on the small tree. Sets are only ever asked for membership, so no order
of theirs reaches the output.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .changing import changed_names
from .inner_functions import captured_names
from .patterns import HasItems, HasKeys, IsA, Items, Others, PartOf
from .sugar import Raise
from .tree import (
    AnnotatedAssign,
    Assert,
    Assign,
    Attribute,
    AugmentedAssign,
    Binary,
    Block,
    Break,
    Call,
    Compare,
    Conditional,
    Continue,
    Dict,
    Expression,
    ExpressionStatement,
    For,
    Function,
    If,
    List,
    Logical,
    Name,
    Opaque,
    OpaqueStatement,
    Pass,
    Return,
    Slice,
    Starred,
    Statement,
    Subscript,
    Tuple,
    Unary,
    While,
)

NameSet = frozenset[str]
NOTHING: NameSet = frozenset()

Transfer: TypeAlias = tuple[NameSet, NameSet | None]
"""Names read before they are bound, and names bound; None for all, where no end is reached."""


@dataclass(slots=True)
class Live:
    """What is live where.

    Attributes:
        after: the names live after a statement.
        before: those live before it.
        head: of a loop, those live before each trip.
        captured: those that functions inside read when they are called, wherever that is.
        returned: those of them that may be read after a `return`.
    """

    after: dict[Statement, NameSet] = field(default_factory=dict)
    before: dict[Statement, NameSet] = field(default_factory=dict)
    head: dict[Statement, NameSet] = field(default_factory=dict)
    captured: NameSet = NOTHING
    returned: NameSet = NOTHING
    _statements: dict[Block, tuple[Statement, ...]] = field(default_factory=dict)
    _transfers: dict[Block, Transfer] = field(default_factory=dict)
    _assigned: dict[Statement, tuple[str, ...]] = field(default_factory=dict)

    def assigned(self, s: Statement) -> tuple[str, ...]:
        """The names that a statement and those in it bind or write to, in order of appearance."""
        if s not in self._assigned:
            inner = (n for i in self.inner(s) for n in self.assigned(i))
            names = [*bound_names(s), *_written_names(s), *inner]
            self._assigned[s] = tuple(dict.fromkeys(names))
        return self._assigned[s]

    def changed(self, s: Statement) -> list[str]:
        """The names of lists and dicts that a statement and those in it may change in place."""
        own = changed_names(s, _evaluated(s), children)
        return [*own, *(name for i in self.inner(s) for name in self.changed(i))]

    def bound_in(self, s: Statement) -> list[str]:
        """The names that a statement and those in it bind anew; writing to an array binds none."""
        own = [] if isinstance(s, AugmentedAssign) else bound_names(s)
        return [*own, *(name for i in self.inner(s) for name in self.bound_in(i))]

    def inner(self, s: Statement) -> tuple[Statement, ...]:
        """The statements in a statement's blocks."""
        if isinstance(s, If):
            return self.statements(s.then) + self.statements(s.otherwise)
        if isinstance(s, While | For):
            return self.statements(s.body) + self.statements(s.otherwise)
        return ()

    def transfer(self, block: Block | None) -> Transfer:
        """What a block reads before it binds it, and what it binds on every way to its end."""
        if block is None:
            return NOTHING, NOTHING
        if block not in self._transfers:
            read: NameSet = NOTHING
            bound_: NameSet | None = NOTHING
            for s in self.statements(block):
                inner, kills = self._transfer_of(s)
                read |= NOTHING if bound_ is None else inner - bound_
                bound_ = None if bound_ is None or kills is None else bound_ | kills
            self._transfers[block] = read, bound_
        return self._transfers[block]

    def _transfer_of(self, s: Statement) -> Transfer:
        match s:
            case Break() | Continue():
                return NOTHING, None
            case Return():
                return self.reads(s.value) | self.returned, None
            case Raise():
                return self.reads_of(s), None
            case If():
                (read, one), (other_read, other) = map(self.transfer, (s.then, s.otherwise))
                kills = other if one is None else one if other is None else one & other
                return self.reads(s.test) | read | other_read, kills
            case While() | For():
                body, after = self.transfer(s.body)[0], self.transfer(s.otherwise)[0]
                if isinstance(s, While):
                    return self.reads(s.test) | body | after, NOTHING
                return self.reads(s.iterable) | (body - bound(s.target)) | after, NOTHING
        return self.reads_of(s), binds(s)

    def before_breaks(self, block: Block | None) -> NameSet | None:
        """The names bound on every way through a block to a `break` out of it; None for none."""
        found: NameSet | None = None
        bound_: NameSet = NOTHING
        for s in self.statements(block):
            inner = [self.before_breaks(part) for part in _that_break(s)]
            ways = [NOTHING] if isinstance(s, Break) else [way for way in inner if way is not None]
            for way in ways:
                found = bound_ | way if found is None else found & (bound_ | way)
            kills = self._transfer_of(s)[1]
            if kills is None:
                break
            bound_ |= kills
        return found

    def reads(self, e: Expression | None) -> NameSet:
        """The names that an expression may read, by what it calls too."""
        names = frozenset(names_in(e))
        return names | self.captured if self.captured and _calls(e) else names

    def _target_reads(self, target: Expression) -> NameSet:
        """What a target reads: the object and index of an element, nothing for a name."""
        if isinstance(target, Name):
            return NOTHING
        if isinstance(target, Tuple | List):
            return NOTHING.union(*map(self._target_reads, target.items))
        if isinstance(target, Starred):
            return self._target_reads(target.value)
        return self.reads(target)

    def reads_of(self, s: Statement) -> NameSet:
        """The names that a simple statement may read."""
        match s:
            case Assign():
                return self.reads(s.value).union(*map(self._target_reads, s.targets))
            case AnnotatedAssign():
                return self.reads(s.value) | self._target_reads(s.target)
            case AugmentedAssign():
                return self.reads(s.target) | self.reads(s.value)
            case ExpressionStatement():
                return self.reads(s.value)
            case Assert():
                return self.reads(s.test) | self.reads(s.message)
            case OpaqueStatement():
                return frozenset(s.reads) | self.captured
        return NOTHING

    def finished(self, s: While | For) -> NameSet:
        """The names live where a loop has gone through, before its `else`."""
        otherwise = self.statements(s.otherwise)
        return self.before[otherwise[0]] if otherwise else self.after[s]

    def beyond(self, s: While | For) -> NameSet:
        """The names live after a loop, whichever way it ends."""
        return self.finished(s) | self.after[s]

    def add(self, s: Statement, after: NameSet) -> None:
        """Analyse a statement that stands for an expression, with the names live after it."""
        _block(self, Block((s,)), after, NOTHING, NOTHING)

    def statements(self, block: Block | None) -> tuple[Statement, ...]:
        """The statements of a block; the comments at its end stand on a `pass` of their own."""
        if block is None:
            return ()
        if block not in self._statements:
            tail: tuple[Statement, ...] = ()
            if block.statements and block.comments:
                tail = (Pass(block.statements[-1].span, block.comments),)
            self._statements[block] = block.statements + tail
        return self._statements[block]


def live_names(
    function: Function, after: NameSet = NOTHING, *, returns_functions: bool = True
) -> Live:
    """Analyse a whole function; `after` are the names that are read where it ends."""
    captured = captured_names(function.body)
    live = Live(captured=captured, returned=captured if returns_functions else NOTHING)
    _block(live, function.body, after, NOTHING, NOTHING)
    return live


def _block(
    live: Live, block: Block | None, after: NameSet, broken: NameSet, continued: NameSet
) -> NameSet:
    """Live before the block; `broken` and `continued` are live where a break or continue goes."""
    if block is None:
        return after
    for statement in reversed(live.statements(block)):
        live.after[statement] = after
        after = _statement(live, statement, after, broken, continued)
        live.before[statement] = after
    return after


def _statement(
    live: Live, s: Statement, after: NameSet, broken: NameSet, continued: NameSet
) -> NameSet:
    match s:
        case Break():
            return broken
        case Continue():
            return continued
        case Return():
            return live.reads(s.value) | live.returned
        case Raise():
            return live.reads_of(s)
        case If():
            then = _block(live, s.then, after, broken, continued)
            return then | _block(live, s.otherwise, after, broken, continued) | live.reads(s.test)
        case While():
            leaving = _block(live, s.otherwise, after, broken, continued)
            return _loop(live, s, leaving, after, live.reads(s.test), NOTHING)
        case For():
            leaving = _block(live, s.otherwise, after, broken, continued)
            iterable = live.reads(s.iterable)
            return _loop(live, s, leaving, after, NOTHING, bound(s.target)) | iterable
        case _:
            return (after - binds(s)) | live.reads_of(s)


def _loop(
    live: Live, s: While | For, leaving: NameSet, after: NameSet, test: NameSet, targets: NameSet
) -> NameSet:
    """A loop's head is reached from before it and after each trip.

    Live there is what is live after the loop, but for what is bound on every way to that, and what
    a trip reads before it binds it: going round again adds nothing to that.
    """
    breaking = live.before_breaks(s.body)
    broken = NOTHING if breaking is None else after - breaking
    head = leaving | test | ((live.transfer(s.body)[0] | broken) - targets)
    live.head[s] = head
    return head | (_block(live, s.body, head, after, head) - targets)


def _that_break(s: Statement) -> tuple[Block | None, ...]:
    """The blocks of a statement whose `break` leaves the block that it stands in."""
    if isinstance(s, If):
        return s.then, s.otherwise
    return (s.otherwise,) if isinstance(s, While | For) else ()


def _calls(e: Expression | None) -> bool:
    """Whether an expression may call a function."""
    return isinstance(e, Call | Opaque) or any(map(_calls, children(e)))


def names_in(e: Expression | None) -> list[str]:
    """The names an expression reads, in order of appearance."""
    if isinstance(e, Name):
        return [e.id]
    if isinstance(e, Opaque):
        return list(e.reads)
    return [name for child in children(e) for name in names_in(child)]


def children(e: Expression | None) -> list[Expression]:
    """The direct parts of an expression, left to right."""
    parts = _PARTS.get(type(e), _no_parts)(e)
    return [part for part in parts if part is not None]


def _no_parts(_: Expression | None) -> tuple[Expression, ...]:
    return ()


# Each takes the one kind of expression it stands for.
_PARTS: dict[type, Callable[[Any], tuple[Expression | None, ...]]] = {
    Attribute: lambda e: (e.value,),
    Starred: lambda e: (e.value,),
    Subscript: lambda e: (e.value, e.index),
    Slice: lambda e: (e.start, e.stop, e.step),
    Call: lambda e: (e.function, *e.arguments, *(k.value for k in e.keywords)),
    Unary: lambda e: (e.operand,),
    Binary: lambda e: (e.left, e.right),
    Compare: lambda e: (e.left, *e.rights),
    Logical: lambda e: e.operands,
    Conditional: lambda e: (e.test, e.then, e.otherwise),
    Tuple: lambda e: e.items,
    List: lambda e: e.items,
    Dict: lambda e: (*e.keys, *e.values),
    **dict.fromkeys((HasItems, HasKeys, IsA, Items, Others, PartOf), lambda e: e.parts),
}


def bound(target: Expression) -> NameSet:
    """The names a target binds anew; writing to an element binds none."""
    return frozenset(targets_in(target))


def targets_in(target: Expression) -> list[str]:
    """The names a target binds, left to right."""
    if isinstance(target, Name):
        return [target.id]
    if isinstance(target, Tuple | List):
        return [name for item in target.items for name in targets_in(item)]
    return targets_in(target.value) if isinstance(target, Starred) else []


def bound_names(s: Statement) -> list[str]:
    """The names a statement itself binds, left to right."""
    match s:
        case Assign():
            return [name for target in s.targets for name in targets_in(target)]
        case AnnotatedAssign() | AugmentedAssign():
            return targets_in(s.target)
        case For():
            return targets_in(s.target)
        case OpaqueStatement():
            return list(s.binds)
    return []


def bound_in_expressions(s: Statement) -> list[str]:
    """The names that `:=` binds in the expressions of a statement itself."""
    found, parts = list[str](), [e for e in _evaluated(s) if e is not None]
    while parts:
        part = parts.pop(0)
        found += part.binds if isinstance(part, Opaque) else ()
        parts = children(part) + parts
    return found


def _written_names(s: Statement) -> list[str]:
    """The names whose array a statement writes to."""
    targets: tuple[Expression, ...] = ()
    if isinstance(s, Assign):
        targets = s.targets
    elif isinstance(s, AugmentedAssign):
        targets = (s.target,)
    return [t.value.id for t in targets if isinstance(t, Subscript) and isinstance(t.value, Name)]


def binds(s: Statement) -> NameSet:
    """The names a simple statement binds."""
    match s:
        case Assign():
            return frozenset().union(*map(bound, s.targets))
        case AnnotatedAssign():
            return bound(s.target) if s.value is not None else NOTHING
        case AugmentedAssign():
            return bound(s.target)
        case OpaqueStatement():
            return frozenset(s.binds)
    return NOTHING


def _evaluated(s: Statement) -> list[Expression | None]:
    """The expressions of a statement itself."""
    match s:
        case Assign() | AnnotatedAssign() | AugmentedAssign() | ExpressionStatement() | Return():
            return [s.value]
        case If() | While() | Assert():
            return [s.test]
        case For():
            return [s.iterable]
    return []
