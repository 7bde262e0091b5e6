"""`:=` as assignments of their own, before what reads them.

if a > 0 and (t := f(a)) > 1:       if a > 0:
    ...                                 t = f(a)
                                        if t > 1:
                                            ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from dslc.ir.diagnostics import Span

from .live import children, names_in
from .outcome import exits
from .sugar import Test, Walrus
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
    Expression,
    If,
    Keyword,
    List,
    Logical,
    Name,
    Opaque,
    Slice,
    Starred,
    Statement,
    Subscript,
    Tuple,
    Unary,
    While,
)

Hoisted = tuple[list[Statement], Expression]
"""What an expression does first, and the expression after that."""


def has_walrus(e: Expression | None) -> bool:
    """Whether an expression binds a name that can be bound before it."""
    if e is None or isinstance(e, Walrus):
        return e is not None
    return not isinstance(e, Opaque) and any(map(has_walrus, children(e)))


@dataclass(slots=True)
class Hoisting:
    """Puts assignments before expressions; `named` makes up a name."""

    named: Callable[[str], str]
    place: Span | None = None  # of the statement

    def of(self, s: Statement, e: Expression, into: str | None = None) -> Hoisted:
        """The assignments of an expression in a statement."""
        self.place = s.span
        return self.hoisted(e, into)

    def hoisted(self, e: Expression, into: str | None = None) -> Hoisted:
        """The assignments of an expression, in order, and what it is after them.

        `into` is a name that may hold the value on the way.
        """
        match e:
            case _ if not has_walrus(e):
                return [], e
            case Walrus(target=Name(id=name) as target):
                before, value = self.hoisted(e.value)
                return [*before, Assign(e.span, (), (target,), value)], Name(target.span, name)
            case Logical():
                return self._logical(e, into)
            case Conditional():
                return self._conditional(e, into)
            case Compare(operators=(_, _, *_)) if any(map(has_walrus, e.rights[1:])):
                return [], e  # of a chain, what follows may not be evaluated
        return self._of_parts(e)

    # --- what is always evaluated -----------------------------------------------------------------

    def _of_parts(self, e: Expression) -> Hoisted:
        """The same of an expression whose parts are evaluated from left to right."""
        match e:
            case Unary(operand=part):
                return self._rebuilt(e, [part], lambda p: {"operand": p[0]})
            case Attribute(value=part) | Starred(value=part):
                return self._rebuilt(e, [part], lambda p: {"value": p[0]})
            case Binary():
                return self._rebuilt(e, [e.left, e.right], lambda p: {"left": p[0], "right": p[1]})
            case Compare():
                parts = [e.left, e.rights[0]]
                return self._rebuilt(
                    e, parts, lambda p: {"left": p[0], "rights": (p[1], *e.rights[1:])}
                )
            case Subscript():
                return self._rebuilt(
                    e, [e.value, e.index], lambda p: {"value": p[0], "index": p[1]}
                )
            case Tuple() | List():
                return self._rebuilt(e, list(e.items), lambda p: {"items": tuple(p)})
            case Call():
                return self._call(e)
        return [], e

    def _call(self, e: Call) -> Hoisted:
        callee, count = e.function, len(e.arguments)
        parts = [callee.value if isinstance(callee, Attribute) else callee]
        parts += [*e.arguments, *(keyword.value for keyword in e.keywords)]

        def rebuilt(p: list[Expression]) -> dict[str, Any]:
            function = replace(callee, value=p[0]) if isinstance(callee, Attribute) else p[0]
            pairs = zip(e.keywords, p[count + 1 :], strict=True)
            keywords = tuple(Keyword(keyword.name, value) for keyword, value in pairs)
            return {
                "function": function, "arguments": tuple(p[1 : count + 1]), "keywords": keywords
            }  # fmt: skip

        return self._rebuilt(e, parts, rebuilt)

    def _rebuilt(
        self,
        e: Expression,
        parts: list[Expression],
        fields: Callable[[list[Expression]], dict[str, Any]],
    ) -> Hoisted:
        """An expression with parts that are evaluated one after the other."""
        found: list[Statement] = []
        after = list(parts)
        last = max(number for number, part in enumerate(parts) if has_walrus(part))
        for number, part in enumerate(parts[: last + 1]):
            before, value = self.hoisted(part)
            bound = {name for later in parts[number + 1 : last + 1] for name in _bound_in(later)}
            found += before
            if number < last and not _stays(value, bound):
                if isinstance(value, Slice | Starred):
                    return [], e
                name = self.named("part")
                found.append(Assign(part.span, (), (Name(part.span, name),), value))
                value = Name(part.span, name)
            after[number] = value
        if any(map(has_walrus, after)):
            return [], e
        return found, replace(e, **fields(after))

    # --- what is evaluated on one path only -------------------------------------------------------

    def _logical(self, e: Logical, into: str | None) -> Hoisted:
        """`a and (t := b)`: the value on the way gets a name."""
        first = next(number for number, part in enumerate(e.operands) if has_walrus(part))
        if not first:
            before, value = self.hoisted(e.operands[0])
            rest = replace(e, operands=(value, *e.operands[1:]))
            more, value = self.hoisted(rest, into)
            return ([], e) if has_walrus(value) else ([*before, *more], value)
        name = self._kept(into, e)
        start = _chain(e, e.operands[:first])
        before, value = self.hoisted(_chain(e, e.operands[first:]), name)
        if has_walrus(value):
            return [], e
        test: Expression = Name(e.span, name)
        if e.operator == "or":
            test = Unary(e.span, "not", test)
        place = self.place or e.span
        going = If(place, (), test, Block((*before, *_assigned(place, name, value))), None)
        return [*_assigned(place, name, start), going], Name(e.span, name)

    def _conditional(self, e: Conditional, into: str | None) -> Hoisted:
        before, test = self.hoisted(e.test)
        if not (has_walrus(e.then) or has_walrus(e.otherwise)):
            return before, replace(e, test=test)
        name = self._kept(into, e)
        arms: list[Block] = []
        for part in (e.then, e.otherwise):
            first, value = self.hoisted(part, name)
            if has_walrus(value) or has_walrus(test):
                return [], e
            arms.append(Block((*first, *_assigned(self.place or e.span, name, value))))
        return [*before, If(self.place or e.span, (), test, *arms)], Name(e.span, name)

    def _kept(self, into: str | None, e: Expression) -> str:
        """The name of a value on the way: the one it gets at last, where nothing else has it."""
        free = into is not None and into not in names_in(e) and into not in _bound_in(e)
        return into if into is not None and free else self.named("value")

    # --- tests ------------------------------------------------------------------------------------

    def branch(self, s: If) -> list[Statement]:
        """An `if` whose test binds names."""
        test, self.place = s.test, s.span
        if isinstance(test, Logical) and not has_walrus(test.operands[0]):
            return self._after_first(s, test)
        if isinstance(test, Logical):
            before, first = self.hoisted(test.operands[0])
            s = replace(s, test=replace(test, operands=(first, *test.operands[1:])))
            return [*before, *(self.branch(s) if has_walrus(s.test) and before else [s])]
        before, value = self.hoisted(test)
        return [*before, replace(s, test=value)]

    def _after_first(self, s: If, test: Logical) -> list[Statement]:
        """`if a and (t := b)`: the names are bound where the first tests have told to go on."""
        count = next(number for number, part in enumerate(test.operands) if has_walrus(part))
        first, rest = _chain(test, test.operands[:count]), _chain(test, test.operands[count:])
        if test.operator == "and" and s.otherwise is None and not exits(s.then.statements):
            inner = self.branch(replace(s, test=rest, comments=()))
            return [replace(s, test=first, then=Block(tuple(inner)))]
        before, value = self.hoisted(test.operands[count])
        if has_walrus(value):
            return [s]
        name = Name(first.span, self.named("first"))
        told = Unary(first.span, "not", name) if test.operator == "or" else name
        going = If(s.span, (), told, Block(tuple(before)), None)
        operands = (name, value, *test.operands[count + 1 :])
        last = replace(s, comments=(), test=replace(test, operands=operands))
        more = self.branch(last) if has_walrus(last.test) else [last]
        return [Test(s.span, s.comments, (name,), first), going, *more]

    def loop(self, s: While) -> While:
        """A `while` whose body begins with the tests that bind names behind others."""
        test = s.test
        if not isinstance(test, Logical) or test.operator != "and" or s.otherwise is not None:
            return s
        counts = (n for n, part in enumerate(test.operands) if n and has_walrus(part))
        count = next(counts, None)
        if count is None:
            return s
        leaves = tuple(
            If(part.span, (), Unary(part.span, "not", part), _leaving(s), None)
            for part in test.operands[count:]
        )
        body = replace(s.body, statements=(*leaves, *s.body.statements))
        return replace(s, test=_chain(test, test.operands[:count]), body=body)

    def check(self, s: Assert) -> list[Statement]:
        """An `assert` whose test binds names; of `and` it is one for each side."""
        test = s.test
        if isinstance(test, Logical) and test.operator == "and":
            each = (replace(s, test=part) for part in test.operands)
            return [made for part in each for made in self.check(part)]
        before, value = self.of(s, test)
        return [*before, replace(s, test=value)]


def _leaving(s: While) -> Block:
    return Block((Break(s.span, ()),))


def _bound_in(e: Expression) -> list[str]:
    """The names that an expression binds."""
    own = list(e.binds) if isinstance(e, Opaque) else []
    inner = [e.value] if isinstance(e, Walrus) else children(e)
    return own + [name for part in inner for name in _bound_in(part)]


def _stays(e: Expression, bound: set[str]) -> bool:
    """Whether an expression is the same after these names are bound, and cannot fail."""
    if isinstance(e, Attribute):
        return _stays(e.value, bound)
    return isinstance(e, Constant) or (isinstance(e, Name) and e.id not in bound)


def _chain(e: Logical, operands: tuple[Expression, ...]) -> Expression:
    if len(operands) == 1:
        return operands[0]
    first, last = operands[0].span, operands[-1].span
    span = Span(first.file, first.line, first.column, last.end_line, last.end_column)
    return replace(e, span=span, operands=operands)


def _assigned(span: Span, name: str, value: Expression) -> list[Statement]:
    """`name = value`, unless that is what it is."""
    if isinstance(value, Name) and value.id == name:
        return []
    return [Assign(span, (), (Name(span, name),), value)]
