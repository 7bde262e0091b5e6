"""A comparison of two sizes: what a program assumes, tests or asks."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .dims import Size, evaluate, substitute, symbols

Relation: TypeAlias = Literal["==", "!=", "<", "<="]


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left == right`, `left != right`, `left < right` or `left <= right`.

    Its text has a number on the right: `n >= 1`.
    """

    relation: Relation
    left: Size
    right: Size

    def __str__(self) -> str:
        if isinstance(self.left, int) and self.relation in ("<", "<="):
            return f"{self.right} {'>' if self.relation == '<' else '>='} {self.left}"
        return f"{self.left} {self.relation} {self.right}"

    def negated(self) -> Comparison:
        """What holds exactly where this does not: `m <= n` for `n < m`."""
        if self.relation in ("==", "!="):
            return Comparison("!=" if self.relation == "==" else "==", self.left, self.right)
        return Comparison("<=" if self.relation == "<" else "<", self.right, self.left)

    def substituted(self, mapping: Mapping[str, Size]) -> Comparison:
        """The comparison with symbols replaced by name."""
        left, right = substitute(self.left, mapping), substitute(self.right, mapping)
        return Comparison(self.relation, left, right)

    def symbols(self) -> tuple[str, ...]:
        """The names of the symbols on either side, sorted."""
        return tuple(sorted({*symbols(self.left), *symbols(self.right)}))

    def holds(self, sizes: Mapping[str, int]) -> bool:
        """Whether it is true where the symbols are `sizes`; ZeroDivisionError as in Python."""
        return _HOLDS[self.relation](evaluate(self.left, sizes), evaluate(self.right, sizes))


_HOLDS: dict[Relation, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
}


def comparison(left: Size, relation: str, right: Size) -> Comparison:
    """The comparison that one of Python's six operators makes; `>` and `>=` swap the sides."""
    match relation:
        case "==" | "!=" | "<" | "<=":
            return Comparison(relation, left, right)
        case ">":
            return Comparison("<", right, left)
        case ">=":
            return Comparison("<=", right, left)
        case _:
            raise ValueError(f"`{relation}` compares no sizes")
