"""Constructs that mean the same as simpler ones, written as those.

if x < 0:                      assert x >= 0, of a ValueError
raise ValueError("...")

match kind:                    if kind == "a":
case "a": ...                  ...

if (m := f(x)) > 1: ...        m = f(x)
if m > 1: ...
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field, replace

from dslc.ir.diagnostics import Span

from .live import bound_names
from .matching import chain_of, takes_parts
from .names import stable
from .outcome import always_tests_true, breaks
from .raised import is_plain, raise_of
from .sugar import Match, Raise, With
from .tree import (
    AnnotatedAssign,
    Assert,
    Assign,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    For,
    Function,
    If,
    Name,
    Opaque,
    OpaqueStatement,
    Return,
    Statement,
    Unary,
    While,
)
from .walrus import Hoisting, has_walrus


def rewritten(function: Function) -> Function:
    """The same function without those constructs; its identifiers have the names made up."""
    rewriting = _Rewriting(set(function.identifiers), _bound_in(function.body))
    body = rewriting.block(function.body)
    return replace(function, body=body, identifiers=frozenset(rewriting.taken))


@dataclass(slots=True)
class _Rewriting:
    taken: set[str]
    bound: set[str]  # names that the function binds, but for what `global` says of them
    hoisting: Hoisting = field(init=False)

    def __post_init__(self) -> None:
        self.hoisting = Hoisting(self.name)

    def name(self, wish: str) -> str:
        name = stable(wish, frozenset(self.taken))
        self.taken.add(name)
        return name

    def block(self, block: Block) -> Block:
        statements = tuple(s for each in block.statements for s in self.statement(each))
        return replace(block, statements=statements)

    def maybe(self, block: Block | None) -> Block | None:
        return None if block is None else self.block(block)

    def statement(self, s: Statement) -> Iterable[Statement]:
        match s:
            case If():
                return self.branch(s)
            case While() | For():
                return self.loop(s)
            case With():
                header = replace(s, reads=s.entering.reads, binds=s.entering.binds)
                return (header, *self.block(s.body).statements)
            case Match():
                return self.match(s)
            case Assert() if has_walrus(s.test):
                return (d for each in self.hoisting.check(s) for d in self._without(each))
            case Assert() if not is_plain(s.message):
                return self.branch(_raising(s))
            case OpaqueStatement(construct="`global`") if self.bound.isdisjoint(s.binds):
                return ()  # a name that is only read is the module's anyway
        return self.simple(s)

    def simple(self, s: Statement) -> Iterable[Statement]:
        """A statement without blocks, after the names that its expression binds."""
        match s:
            case Assign(targets=(Name(id=name),)) if has_walrus(s.value):
                before, value = self.hoisting.of(s, s.value, name)
                kept = isinstance(value, Name) and value.id == name
                return (*before, *(() if kept else (replace(s, value=value),)))
            case Assign() | Return() | ExpressionStatement() | AnnotatedAssign() if s.value:
                before, value = self.hoisting.of(s, s.value)
                return (*before, replace(s, value=value)) if before else (s,)
        return (s,)

    # --- branches -----------------------------------------------------------------------------

    def _without(self, s: Statement) -> Iterable[Statement]:
        """The statement, unless its test binds names still."""
        test = s.test if isinstance(s, If | Assert) else None
        return (s,) if has_walrus(test) else self.statement(s)

    def branch(self, s: If) -> Iterable[Statement]:
        if has_walrus(s.test):
            return (d for each in self.hoisting.branch(s) for d in self._without(each))
        test = s.test
        raised, other = raise_of(s.then), raise_of(s.otherwise)
        if raised is not None:
            span = _joined(s.span, raised.span)
            comments = s.comments + raised.comments
            negated: Expression = Unary(test.span, "not", test)
            if isinstance(test, Unary) and test.operator == "not":
                negated = test.operand
            check = Assert(span, comments, negated, raised.message, raised.error)
            rest = self.maybe(s.otherwise)
            return (check, *(rest.statements if rest is not None else ()))
        if other is not None:
            comments = s.comments + other.comments
            check = Assert(s.span, comments, test, other.message, other.error)
            return (check, *self.block(s.then).statements)
        then, otherwise = self.block(s.then), self.maybe(s.otherwise)
        return [replace(s, then=then, otherwise=otherwise)]

    # --- loops --------------------------------------------------------------------------------

    def loop(self, s: While | For) -> Iterable[Statement]:
        before: list[Statement] = []
        if isinstance(s, While):
            s = self.hoisting.loop(s)
        else:
            before, iterable = self.hoisting.of(s, s.iterable)
            s = replace(s, iterable=iterable)
        body = self.block(s.body)
        if isinstance(s, While):
            before, test = self.hoisting.of(s, s.test)
            if before:
                body = _testing(body, before)
                last = body.statements[-1] if body.statements else None
                again = () if isinstance(last, Break | Continue | Return) else deepcopy(before)
                body = replace(body, statements=(*body.statements, *again))
                s = replace(s, test=test)
        otherwise = self.maybe(s.otherwise)
        after: tuple[Statement, ...] = ()
        if otherwise is not None and not breaks(body.statements):
            after, otherwise = otherwise.statements, None
        if isinstance(s, While) and always_tests_true(s):
            otherwise, after = None, ()
        return (*before, replace(s, body=body, otherwise=otherwise), *after)

    # --- match --------------------------------------------------------------------------------

    def match(self, s: Match) -> Iterable[Statement]:
        before: list[Statement] = []
        subject = s.subject
        binds = any(isinstance(case.guard, Opaque) for case in s.cases)
        if not isinstance(subject, Name) or binds or takes_parts(s, subject):
            subject = Name(subject.span, self.name("matched"))
            before.append(Assign(s.span, s.comments, (subject,), s.subject))
        chain = chain_of(s.cases, subject, self.name)
        if s.comments and not before and chain:
            chain = (replace(chain[0], comments=s.comments + chain[0].comments), *chain[1:])
        return (*before, *(done for each in chain for done in self.statement(each)))


def _bound_in(block: Block | None) -> set[str]:
    """The names that a block binds, but for `global` statements."""
    found: set[str] = set()
    for s in block.statements if block is not None else ():
        if not (isinstance(s, OpaqueStatement) and s.construct == "`global`"):
            found |= {*bound_names(s)}
        if isinstance(s, If):
            found |= _bound_in(s.then) | _bound_in(s.otherwise)
        elif isinstance(s, While | For):
            found |= _bound_in(s.body) | _bound_in(s.otherwise)
    return found


def _raising(s: Assert) -> If:
    """`if not test: raise AssertionError(message)`, so that only a failure computes the message."""
    error = Raise(s.span, (), "`raise`", (), (), s.span, s.error, s.message)
    return If(s.span, s.comments, Unary(s.span, "not", s.test), Block((error,)), None)


def _joined(first: Span, last: Span) -> Span:
    return replace(first, end_line=last.end_line, end_column=last.end_column)


def _testing(block: Block, before: list[Statement]) -> Block:
    """The body of a loop that does before each `continue` of its own what its test does."""
    found: list[Statement] = []
    for s in block.statements:
        if isinstance(s, Continue):
            found += deepcopy(before)
        elif isinstance(s, If):
            otherwise = None if s.otherwise is None else _testing(s.otherwise, before)
            s = replace(s, then=_testing(s.then, before), otherwise=otherwise)  # noqa: PLW2901
        elif isinstance(s, While | For) and s.otherwise is not None:
            s = replace(s, otherwise=_testing(s.otherwise, before))  # noqa: PLW2901
        found.append(s)
    return replace(block, statements=tuple(found))
