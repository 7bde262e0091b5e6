"""The patterns of `match`, and what is asked of a subject to tell whether it has one.

A question is an expression of its own: `matching.py` makes the cases of it, `matched.py` walks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .tree import Expression

# --- patterns ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class ValuePattern:
    """A literal or `Kind.NAME`, compared by `==`; None, True and False `by_identity`."""

    value: Expression
    by_identity: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Capture:
    """`name`, `_` or `pattern as name`."""

    pattern: Pattern | None = None
    name: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Alternatives:
    """`a | b`."""

    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, eq=False, slots=True)
class SequencePattern:
    """`[a, *others, b]`; `star` is the place of the starred one, whose pattern is a `Capture`."""

    items: tuple[Pattern, ...]
    star: int | None = None


@dataclass(frozen=True, eq=False, slots=True)
class MappingPattern:
    """`{"w": w, **rest}`."""

    keys: tuple[Expression, ...]
    patterns: tuple[Pattern, ...]
    rest: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class ClassPattern:
    """`Point(0, y=b)`; `parts` are the places and names of its patterns."""

    cls: Expression
    parts: tuple[int | str, ...]
    patterns: tuple[Pattern, ...]


Pattern: TypeAlias = (
    ValuePattern | Capture | Alternatives | SequencePattern | MappingPattern | ClassPattern
)


def names_of(pattern: Pattern) -> list[str]:
    """The names that a pattern binds."""
    match pattern:
        case Capture(pattern=inner, name=name):
            return [*(names_of(inner) if inner is not None else ()), *([name] if name else ())]
        case Alternatives(patterns=(first, *_)):  # all bind the same
            return names_of(first)
        case SequencePattern(items=patterns) | ClassPattern(patterns=patterns):
            return [name for each in patterns for name in names_of(each)]
        case MappingPattern(patterns=patterns, rest=rest):
            inner_names = [name for each in patterns for name in names_of(each)]
            return [*inner_names, *([rest] if rest else ())]
    return []


# --- questions --------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Number(Expression):
    """A number that no source text gives."""

    value: int


@dataclass(frozen=True, eq=False, slots=True)
class Question(Expression):
    """What is asked of a subject."""

    subject: Expression

    @property
    def parts(self) -> tuple[Expression, ...]:
        """The expressions in it."""
        return (self.subject,)


@dataclass(frozen=True, eq=False, slots=True)
class HasItems(Question):
    """Whether it is a sequence of so many items, or of `more`."""

    count: int
    more: bool


@dataclass(frozen=True, eq=False, slots=True)
class Items(Question):
    """The list of its items from `start` on, without so many at the `end`."""

    start: int
    end: int


@dataclass(frozen=True, eq=False, slots=True)
class HasKeys(Question):
    """Whether it is a mapping that has these keys."""

    keys: tuple[Expression, ...]

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.subject, *self.keys)


@dataclass(frozen=True, eq=False, slots=True)
class Others(Question):
    """The dict of what it has under other keys."""

    keys: tuple[Expression, ...]

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.subject, *self.keys)


@dataclass(frozen=True, eq=False, slots=True)
class IsA(Question):
    """Whether it is an instance of a class, and has these parts."""

    cls: Expression
    places: tuple[int | str, ...]

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.subject, self.cls)


@dataclass(frozen=True, eq=False, slots=True)
class PartOf(Question):
    """What it has under a name, or at a place of the `__match_args__` of a class."""

    cls: Expression
    place: int | str

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.subject, self.cls)
