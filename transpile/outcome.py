"""How control leaves a list of statements, and what a region returns for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from .kinds import (
    CONTAINERS,
    Built,
    Computed,
    Grown,
    Guard,
    Kind,
    MaybeUnbound,
    Poison,
    Sequence,
    Sized,
)
from .live import NameSet
from .sugar import Raise
from .texts import text_of, tuple_text
from .tree import Block, Break, Constant, Continue, For, If, Return, Statement, While
from .writer import Writer

RUN = "run"
CODES = {RUN: "RUN", "continue": "CONTINUE", "break": "BREAK", "return": "RETURN"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where control may go from here.

    Attributes:
        ends: the ways, out of "run" (to what follows), "continue", "break" and "return"; none
            where it raises. There are several only where `exit` tells them apart.
        exit: the name of the exit code where the way is decided at run time.
        result: what is returned, when "return" is among the ways.
        left: the emitted text has already left by a Python statement on every way.
        before: the ways on which Python statements in the emitted text left before this point.
        early: what these return.
        broken: of a loop whose `else` is still to be written, what holds where a `break` left it.
    """

    ends: frozenset[str]
    exit: str | None = None
    result: Kind | None = None
    left: bool = False
    before: frozenset[str] = frozenset()
    early: Kind | None = None
    broken: Guard | None = None

    @property
    def returns(self) -> Kind | None:
        """What is returned on any way."""
        return self.early if self.result is None else self.result

    @property
    def ways(self) -> frozenset[str]:
        """All ways, those before this point too."""
        return self.ends | self.before

    @property
    def runs(self) -> bool:
        """Whether what follows is reached on every way."""
        return self.ways == frozenset((RUN,))

    @property
    def definite(self) -> bool:
        """Whether there is one way from here, and it is not to what follows."""
        return self.left or (len(self.ends) < 2 and RUN not in self.ends)

    @property
    def raises(self) -> bool:
        """Whether it raises here."""
        return not self.ends and not self.left

    @property
    def always_raises(self) -> bool:
        """Whether every way raises."""
        return not self.ways and not self.left


FALLS = Outcome(frozenset((RUN,)))
RAISES = Outcome(frozenset())


@dataclass(frozen=True, slots=True)
class Plan:
    """What a region's function returns: names, then the result, then the exit code.

    The function itself returns only its result.
    """

    names: tuple[str, ...] = ()
    exit: bool = False
    result: Kind | None = None


@dataclass(frozen=True, slots=True)
class End:
    """A place where a region's function returns.

    Attributes:
        line: the number of its line.
        outcome: how control leaves there.
        environment: what names are there.
        assigned: the names the region has bound so far.
        live: the names that may be read where control goes; None while that is not known.
    """

    line: int
    outcome: Outcome
    environment: dict[str, Kind]
    assigned: tuple[str, ...]
    live: NameSet | None


def write_ends(
    writer: Writer,
    g: str,
    plan: Plan,
    ends: list[End],
    parameters: Iterable[str],
    after: Mapping[str, Kind],
) -> None:
    """Write the `return` lines of a region, now that it is known what it takes and gives.

    `after` tells the form of each name that comes out.
    """
    taken = frozenset(parameters)
    for end in ends:
        writer.fill(end.line, f"return {returned(g, plan, end, taken, after)}")


def returned(
    g: str, plan: Plan, at: End, parameters: frozenset[str], after: Mapping[str, Kind]
) -> str:
    """The text after `return` at the end of a region.

    Names that are not read any more where control goes, as where the function returns, and that
    the region has not bound are unset: around it they may not be bound yet. Where it raises,
    nothing is read.
    """
    outcome = at.outcome
    names: list[Kind | None] = [at.environment.get(name) for name in plan.names]
    if outcome.raises:
        names = [None] * len(plan.names)
    elif at.live is not None:
        bound = parameters | frozenset(at.assigned) | at.live
        names = [
            kind if name in bound else None for name, kind in zip(plan.names, names, strict=True)
        ]
    texts = [
        text_of(kind) if is_bound(kind) else unset_like(g, after[name])
        for name, kind in zip(plan.names, names, strict=True)
    ]
    if plan.result is not None:
        texts.append(
            text_of(outcome.result) if outcome.result is not None else unset_like(g, plan.result)
        )
    if plan.exit:
        (end,) = [RUN] if outcome.exit or outcome.raises else outcome.ends
        texts.append(outcome.exit or f"{g}.{CODES[end]}")
    only = names[0] if names else outcome.result
    if len(texts) == 1 and isinstance(only, Sequence):
        return alone(only)
    return ", ".join(texts) or "()"


def whole(kind: Kind | None) -> str:
    """The text after `return` for a function's result."""
    if kind is None or isinstance(kind, Poison):
        return "None"
    if isinstance(kind, Sequence) and not kind.text and not kind.is_list and len(kind.items) > 1:
        return ", ".join(text_of(item) for item in kind.items)
    return text_of(kind)


def alone(kind: Kind) -> str:
    """The text after `return` for one kind: a tuple of one stays a tuple."""
    text = text_of(kind)
    return f"({text},)" if isinstance(kind, Sequence) and len(kind.items) < 2 else text


def is_bound(kind: Kind | None) -> TypeGuard[Kind]:
    """Whether a name has a value."""
    return isinstance(kind, Built | Sized | Computed | Grown | CONTAINERS)


def unset_like(g: str, kind: Kind) -> str:
    """Unset values in the form of a kind."""
    if isinstance(kind, MaybeUnbound) and kind.kind is not None:
        return unset_like(g, kind.kind)
    if isinstance(kind, Sequence):
        return tuple_text([unset_like(g, item) for item in kind.items])
    return f"{g}.unset"


def exits(statements: tuple[Statement, ...], *, in_loop: bool = False) -> bool:
    """Whether control may leave these statements other than at their end."""
    for s in statements:
        match s:
            case Return():
                return True
            case Break() | Continue():
                if not in_loop:
                    return True
            case If():
                if exits(s.then.statements, in_loop=in_loop) or exits(
                    _statements(s.otherwise), in_loop=in_loop
                ):
                    return True
            case While() | For():
                if exits(s.body.statements, in_loop=True) or exits(
                    _statements(s.otherwise), in_loop=in_loop
                ):
                    return True
    return False


def falls(statements: tuple[Statement, ...]) -> bool:
    """Whether control may reach the end of these statements."""
    for s in statements:
        if isinstance(s, Return | Break | Continue | Raise):
            return False
        if isinstance(s, While) and is_endless(s):
            return False
        if (
            isinstance(s, If)
            and not falls(s.then.statements)
            and s.otherwise
            and not falls(s.otherwise.statements)
        ):
            return False
    return True


def _statements(block: Block | None) -> tuple[Statement, ...]:
    return block.statements if block is not None else ()


def is_endless(s: While) -> bool:
    """Whether a loop has no way past it: `while True` without a `break` of its own."""
    return always_tests_true(s) and not breaks(s.body.statements)


def always_tests_true(s: While) -> bool:
    """Whether a loop's test is a constant: `while True`."""
    return isinstance(s.test, Constant) and bool(s.test.value)


def breaks(statements: tuple[Statement, ...]) -> bool:
    """Whether a `break` in these statements leaves the loop around them."""
    return _has(statements, Break)


def continues(statements: tuple[Statement, ...]) -> bool:
    """Whether a `continue` in these statements is of the loop around them."""
    return _has(statements, Continue)


def _has(statements: tuple[Statement, ...], kind: type[Statement]) -> bool:
    return any(isinstance(s, kind) or any(_has(b, kind) for b in _same_loop(s)) for s in statements)


def _same_loop(s: Statement) -> tuple[tuple[Statement, ...], ...]:
    """The blocks in a statement whose `break` and `continue` are of the loop around it."""
    if isinstance(s, If):
        return s.then.statements, _statements(s.otherwise)
    return (_statements(s.otherwise),) if isinstance(s, While | For) else ()
