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
from dataclasses import dataclass, replace
from typing import Any

from dslc.ir.diagnostics import Span

from .live import bound_names, names_in
from .matching import chain_of, takes_parts
from .names import stable
from .outcome import always_tests_true, breaks
from .raised import is_plain, raise_of
from .sugar import Match, Raise, Walrus, With
from .tree import (
    Assert,
    Assign,
    Attribute,
    Binary,
    Block,
    Break,
    Call,
    Compare,
    Conditional,
    Constant,
    Continue,
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
    Return,
    Statement,
    Subscript,
    Tuple,
    Unary,
    While,
)


def rewritten(function: Function) -> Function:
    """The same function without those constructs; its identifiers have the names made up."""
    rewriting = _Rewriting(set(function.identifiers), _bound_in(function.body))
    body = rewriting.block(function.body)
    return replace(function, body=body, identifiers=frozenset(rewriting.taken))


@dataclass(slots=True)
class _Rewriting:
    taken: set[str]
    bound: set[str]  # names that the function binds, but for what `global` says of them

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
            case Assert() if not is_plain(s.message):
                return self.branch(_raising(s))
            case OpaqueStatement(construct="`global`") if self.bound.isdisjoint(s.binds):
                return ()  # a name that is only read is the module's anyway
            case Assign() | Return() | ExpressionStatement() if s.value is not None:
                before, value = first_walrus(s.value)
                return (*before, replace(s, value=value)) if before else (s,)
        return (s,)

    # --- branches -----------------------------------------------------------------------------

    def branch(self, s: If) -> Iterable[Statement]:
        before, test = first_walrus(s.test)
        raised, other = raise_of(s.then), raise_of(s.otherwise)
        if raised is not None:
            span = _joined(s.span, raised.span)
            comments = s.comments + raised.comments
            negated: Expression = Unary(test.span, "not", test)
            if isinstance(test, Unary) and test.operator == "not":
                negated = test.operand
            check = Assert(span, comments, negated, raised.message, raised.error)
            rest = self.maybe(s.otherwise)
            return (*before, check, *(rest.statements if rest is not None else ()))
        if other is not None:
            comments = s.comments + other.comments
            check = Assert(s.span, comments, test, other.message, other.error)
            return (*before, check, *self.block(s.then).statements)
        then, otherwise = self.block(s.then), self.maybe(s.otherwise)
        return (*before, replace(s, test=test, then=then, otherwise=otherwise))

    # --- loops --------------------------------------------------------------------------------

    def loop(self, s: While | For) -> Iterable[Statement]:
        before: list[Statement] = []
        body = self.block(s.body)
        if isinstance(s, While):
            before, test = first_walrus(s.test)
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


# --- walrus -----------------------------------------------------------------------------------

_FIRST = {Unary: "operand", Attribute: "value", Conditional: "test"}
"""The part of an expression that is evaluated first."""


def first_walrus(e: Expression) -> tuple[list[Statement], Expression]:
    """Assignments that an expression does before all else, and the expression after them.

    Names and literals may stand before them, which have their values whenever they are read.
    """
    if isinstance(e, Walrus):
        before, value = first_walrus(e.value)
        assign = Assign(e.span, (), (e.target,), value)
        return [*before, assign], _bound_name(e)
    part = _FIRST.get(type(e))
    if part is not None:
        before, first = first_walrus(getattr(e, part))
        changed: dict[str, Any] = {part: first}
        return before, replace(e, **changed) if before else e
    if isinstance(e, Logical):
        before, first = first_walrus(e.operands[0])
        return before, replace(e, operands=(first, *e.operands[1:])) if before else e
    return _first_of_parts(e)


def _first_of_parts(e: Expression) -> tuple[list[Statement], Expression]:
    """The same of an expression whose parts are evaluated from left to right."""
    if isinstance(e, Binary):
        before, (left, right) = _first_of((e.left, e.right))
        return before, replace(e, left=left, right=right)
    if isinstance(e, Compare):  # of a chain, what follows may not be evaluated
        before, (left, right) = _first_of((e.left, e.rights[0]))
        return before, replace(e, left=left, rights=(right, *e.rights[1:]))
    if isinstance(e, Subscript):
        before, (value, index) = _first_of((e.value, e.index))
        return before, replace(e, value=value, index=index)
    if isinstance(e, Tuple | List):
        before, items = _first_of(e.items)
        return before, replace(e, items=tuple(items))
    if isinstance(e, Call) and isinstance(e.function, Name):
        before, (_, *arguments) = _first_of((e.function, *e.arguments))
        return before, replace(e, arguments=tuple(arguments))
    return [], e


def _first_of(parts: tuple[Expression, ...]) -> tuple[list[Statement], list[Expression]]:
    """The assignments that parts do first, one after the other, and the parts after them."""
    found: list[Statement] = []
    after: list[Expression] = []
    for number, part in enumerate(parts):
        before, changed = first_walrus(part)
        read = {name for each in after for name in names_in(each)}
        if not read.isdisjoint(_names(before)):
            return found, [*after, *parts[number:]]
        found += before
        after.append(changed if before else part)
        if not isinstance(after[-1], Name | Constant):
            return found, [*after, *parts[number + 1 :]]
    return found, after


def _names(assigned: list[Statement]) -> list[str]:
    return [n for s in assigned for n in bound_names(s)]


def _bound_name(e: Walrus) -> Name:
    """What a walrus has bound, read."""
    assert isinstance(e.target, Name)
    return Name(e.target.span, e.target.id)
