"""A polynomial that is known to be >= 0, with what a proof asks of it again and again."""

from __future__ import annotations

from dataclasses import dataclass, field

from .polynomial import Atom, Polynomial, atoms_of


@dataclass(frozen=True, slots=True, eq=False)
class Lemma:
    """`terms >= 0`.

    Attributes:
        terms: the polynomial.
        atoms: those in its terms.
        step: of `x - y + number`, the atom x and the number; None for any other.
    """

    terms: Polynomial
    atoms: frozenset[Atom] = field(init=False)
    step: tuple[Atom, int] | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "atoms", frozenset(atoms_of(self.terms)))
        object.__setattr__(self, "step", _step(self.terms))


def _step(terms: Polynomial) -> tuple[Atom, int] | None:
    if not 2 <= len(terms) <= 3 or (len(terms) == 3 and terms[2][0]):
        return None
    (first, one), (second, other) = terms[:2]
    if len(first) != 1 or len(second) != 1 or {one, other} != {1, -1}:
        return None
    return (first if one > 0 else second)[0], terms[2][1] if len(terms) == 3 else 0
