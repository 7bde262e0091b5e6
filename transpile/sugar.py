"""Forms of the small tree that `rewritten` writes as simpler ones, before the walk.

Where it cannot, they are what their classes are: opaque.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dslc.ir.diagnostics import Span

from .free_names import FreeNames
from .patterns import Pattern
from .tree import Assign, Block, Expression, Opaque, OpaqueStatement


@dataclass(frozen=True, eq=False, slots=True)
class Walrus(Opaque):
    """`name := value`, which `rewritten` puts before the statement where it can."""

    target: Expression = field(kw_only=True)
    value: Expression = field(kw_only=True)


@dataclass(frozen=True, eq=False, slots=True)
class Yield(Opaque):
    """`yield value`, or `yield from value` where it gives all its items."""

    value: Expression | None = field(kw_only=True)
    gives_all: bool = field(kw_only=True)


@dataclass(frozen=True, eq=False, slots=True)
class Delete(OpaqueStatement):
    """`del a, b[i]` of names and items."""

    targets: tuple[Expression, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Raise(OpaqueStatement):
    """`raise error(message)`; `rewritten` makes an `Assert` of it where it is all of a branch.

    `error` is None for AssertionError. `refused` is what stands in it that has no form, `cause`
    what stands behind `from`.
    """

    error: Expression | None
    message: Expression | None
    refused: str | None = None
    cause: Expression | None = None


@dataclass(frozen=True, eq=False, slots=True)
class With(OpaqueStatement):
    """`with item, ...:`; `rewritten` puts the statements of the body behind it.

    `entering` are the names that the items read and bind; `targets` what they are bound to.
    """

    items: tuple[Expression, ...]
    body: Block
    targets: tuple[Expression | None, ...]
    entering: FreeNames


@dataclass(frozen=True, eq=False, slots=True)
class Match(OpaqueStatement):
    """`match subject:`, which `rewritten` makes a chain of `if`s."""

    subject: Expression
    cases: tuple[MatchCase, ...]


@dataclass(frozen=True, eq=False, slots=True)
class MatchCase:
    """`case pattern if guard:`.

    Attributes:
        span: its header.
        told: `case` and the pattern, without the guard.
    """

    span: Span
    told: Span
    comments: tuple[str, ...]
    pattern: Pattern
    guard: Expression | None
    body: Block


@dataclass(frozen=True, eq=False, slots=True)
class Test(Assign):
    """`name = test`: whether it holds, no line of the text where building knows that."""
