"""What a proof knows of quotients by symbols: another form of the goal, and their order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from .axioms import Source, polynomial_bounds
from .coefficients import Coefficients, coefficients_of
from .polynomial import Atom, Operation, Polynomial, add, multiply, number_of, of_atom, of_number


def same_sign(a: Coefficients, source: Source) -> Iterator[Coefficients]:
    """What is >= 0 exactly where `a` is, without one of its quotients by symbols.

    For a divisor k above 0, `x//k >= z` is `x >= k*z`, and `z >= x//k` is `k*z + k - 1 >= x`.
    """
    for atom, number in _quotients(a):
        dividend, divisor = atom.operands
        if abs(number) > 1 or polynomial_bounds(divisor, source)[0] < 0 or _stands_again(atom, a):
            continue
        rest = tuple((monomial, each) for monomial, each in a.items() if monomial != (atom,))
        scaled = multiply(divisor, rest)
        if number > 0:
            yield coefficients_of(add(scaled, dividend))
        else:
            yield coefficients_of(add(add(add(scaled, divisor), of_number(-1)), dividend, -1))


def ordered_quotients(
    a: Coefficients, source: Source, is_nonnegative: Callable[[Polynomial], bool]
) -> Iterator[Polynomial]:
    """`x//j - y//k` for two quotients by symbols in `a` of which the first is the greater.

    It is where `x >= y` and `0 < j <= k`, and `x >= 0` unless j is k.
    """
    found = list(_quotients(a))
    for greater, number in found:
        for smaller, other in found:
            if number > 0 > other and _is_greater(greater, smaller, source, is_nonnegative):
                yield add(of_atom(greater), of_atom(smaller), -1)


def _is_greater(
    greater: Operation,
    smaller: Operation,
    source: Source,
    is_nonnegative: Callable[[Polynomial], bool],
) -> bool:
    (x, j), (y, k) = greater.operands, smaller.operands
    if polynomial_bounds(j, source)[0] < 0:
        return False
    if j != k and (polynomial_bounds(x, source)[0] < 0 or not is_nonnegative(add(k, j, -1))):
        return False
    return is_nonnegative(add(x, y, -1))


def steps_up(a: Coefficients, start: Atom, source: Source, budget: int) -> Iterator[Polynomial]:
    """`x - start + number >= 0` for each atom x with a positive term in `a` that facts lead to.

    At most `budget` facts are looked at.
    """
    best = {start: 0}
    reached = [start]
    used = 0
    while reached and used < budget:
        atom = reached.pop(0)
        for lemma in source.lemmas((atom,), False):
            used += 1
            if lemma.step is not None:
                above, number = lemma.step
                offset = best[atom] + number
                if above is not start and offset < best.get(above, math.inf):
                    best[above] = offset
                    reached.append(above)
    for atom, offset in best.items():
        if atom is not start and a.get((atom,), 0) > 0:
            step = add(of_atom(atom), of_atom(start), -1)
            yield add(step, of_number(offset))


def _quotients(a: Coefficients) -> Iterator[tuple[Operation, int]]:
    """The quotients by symbols that are a term of `a`, with their numbers."""
    for monomial, number in a.items():
        if len(monomial) == 1 and isinstance(monomial[0], Operation):
            atom = monomial[0]
            if atom.name == "floordiv" and number_of(atom.operands[1]) is None:
                yield atom, number


def _stands_again(atom: Operation, a: Coefficients) -> bool:
    return any(len(monomial) > 1 and atom in monomial for monomial in a)
