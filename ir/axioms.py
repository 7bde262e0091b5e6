"""What holds of floordiv, mod, min and max whatever their operands are, as polynomials >= 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from .bounds import Bound, Bounds, multiply_bounds
from .lemma import Lemma
from .polynomial import (
    Atom,
    Monomial,
    Operation,
    Polynomial,
    add,
    multiply,
    number_of,
    of_atom,
    of_number,
)


class Source(Protocol):
    """Where a proof finds what is known of atoms."""

    def atom_bounds(self, atom: Atom) -> Bounds:
        """The least and the greatest number that an atom can be."""
        ...

    def lemmas(self, monomial: Monomial, positive: bool) -> Sequence[Lemma]:
        """What is known of polynomials that have this monomial with this sign."""
        ...


class NoFacts:
    """The source without facts: what it knows holds of all integers."""

    def atom_bounds(self, atom: Atom) -> Bounds:
        """Those that a symbol was declared with, and what follows for operations."""
        return atom.bounds

    def lemmas(self, monomial: Monomial, positive: bool) -> Sequence[Lemma]:
        """None."""
        return ()


def polynomial_bounds(a: Polynomial, source: Source) -> Bounds:
    """The least and the greatest value, as far as the bounds of atoms tell."""
    low: Bound = 0
    high: Bound = 0
    for monomial, number in a:
        bounds = monomial_bounds(monomial, source)
        low += number * bounds[0 if number > 0 else 1]
        high += number * bounds[1 if number > 0 else 0]
    return low, high


def monomial_bounds(monomial: Monomial, source: Source) -> Bounds:
    """The least and the greatest product of the atoms."""
    if len(monomial) == 1:
        return source.atom_bounds(monomial[0])
    bounds: Bounds = (1, 1)
    for atom in monomial:
        bounds = multiply_bounds(bounds, source.atom_bounds(atom))
    return bounds


def axioms(atom: Operation, positive: bool, source: Source) -> Iterator[Polynomial]:
    """Polynomials that are >= 0 and have the atom with this sign: they bound it on one side.

    A divisor that may be 0 is taken as not 0: where it is 0, the atom raises.
    """
    match atom.name:
        case "floordiv":
            yield from _of_floordiv(atom, positive, source)
        case "mod" if not positive:
            yield from _of_mod(atom, source)
        case "min" if not positive:
            yield from (add(operand, of_atom(atom), -1) for operand in atom.operands)
        case "max" if positive:
            yield from (add(of_atom(atom), operand, -1) for operand in atom.operands)


def _of_floordiv(atom: Operation, positive: bool, source: Source) -> Iterator[Polynomial]:
    dividend, divisor = atom.operands
    if polynomial_bounds(divisor, source)[0] < 0:
        return
    remainder = add(dividend, multiply(divisor, of_atom(atom)), -1)
    if positive:
        yield add(add(divisor, of_number(-1)), remainder, -1)
        return
    yield remainder
    if number_of(divisor) is None and polynomial_bounds(dividend, source)[0] >= 0:
        yield add(dividend, of_atom(atom), -1)


def _of_mod(atom: Operation, source: Source) -> Iterator[Polynomial]:
    dividend, divisor = atom.operands
    if polynomial_bounds(divisor, source)[0] < 0:
        return
    if number_of(divisor) is None:
        yield add(add(divisor, of_number(-1)), of_atom(atom), -1)
    if polynomial_bounds(dividend, source)[0] >= 0:
        yield add(dividend, of_atom(atom), -1)
