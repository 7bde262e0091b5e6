"""Polynomials as dicts without order, as proofs compute with them, and how low they can be.

The constant stands at the empty monomial, also where it is 0.
"""

from __future__ import annotations

import math
from itertools import compress, product
from math import gcd
from typing import TypeAlias

from .axioms import Source, monomial_bounds
from .bounds import Bound, multiply_bounds
from .polynomial import (
    Monomial,
    Polynomial,
    divide_monomial,
    multiply_monomials,
    shared_atoms,
)

Coefficients: TypeAlias = dict[Monomial, int]


def coefficients_of(a: Polynomial) -> Coefficients:
    """The dict of a polynomial."""
    return {(): 0, **dict(a)}


def taken_off(
    a: Coefficients, monomial: Monomial, lemma: Polynomial, part: Monomial, number: int
) -> tuple[Coefficients, int]:
    """`s*a - t*lemma*part` without `monomial`, for the least s and t above 0; and s.

    Args:
        a: what the lemma is taken off.
        monomial: has a coefficient in `a` of the sign of `number`.
        lemma: times `part` it has `monomial`.
        part: a product of atoms, often empty.
        number: the coefficient of `monomial` in `lemma*part`.
    """
    own = a[monomial]
    common = gcd(own, number)
    scale, factor = abs(number) // common, abs(own) // common
    result = {each: scale * old for each, old in a.items()} if scale > 1 else a.copy()
    for each, other in lemma:
        product = multiply_monomials(each, part) if part else each
        left = result.get(product, 0) - factor * other
        if left or not product:
            result[product] = left
        else:
            result.pop(product, None)
    return result, scale


def primitive(a: Coefficients) -> Coefficients:
    """What is >= 0 in the integers exactly where `a` is, without a common factor."""
    common = 0
    for monomial, number in a.items():
        if monomial:
            common = gcd(common, number)
            if common == 1:
                return a
    if common == 0:
        return a
    return {monomial: number // common for monomial, number in a.items()}


def without_shared_atoms(a: Coefficients) -> tuple[Coefficients, Monomial]:
    """`a` divided by the atoms that stand in every term, and their product."""
    if a[()] or len(a) == 1:
        return a, ()
    monomials = [monomial for monomial in a if monomial]
    shared = shared_atoms(monomials)
    if not shared:
        return a, ()
    divided: Coefficients = {(): 0}
    for monomial in monomials:
        rest = divide_monomial(monomial, shared)
        assert rest is not None
        divided[rest] = a[monomial]
    return divided, shared


# --- how low ----------------------------------------------------------------------------------


def least_of(a: Coefficients, source: Source) -> Bound:
    """A lower bound, by the bounds of the atoms alone."""
    low: Bound = 0
    degree = 0
    for monomial, number in a.items():
        if not monomial:
            low += number
            continue
        degree = max(degree, len(monomial))
        if len(monomial) == 1:
            bound = source.atom_bounds(monomial[0])[0 if number > 0 else 1]
        else:
            bound = monomial_bounds(monomial, source)[0 if number > 0 else 1]
        low += number * bound if bound else 0
    if degree > 1 and low < 0:
        low = max(low, _least_from_corner(a, source), _least_of_quadratic(a, source))
    return low


def _least_from_corner(a: Coefficients, source: Source) -> Bound:
    """A lower bound by writing each atom as its least value and what is above it.

    So `m*n - m - n + 1` is at least 0 where both are at least 1.
    """
    lows = {atom: source.atom_bounds(atom)[0] for monomial in a for atom in monomial}
    if not any(lows.values()) or any(map(math.isinf, lows.values())):
        return -math.inf
    corner: Coefficients = {(): 0}
    for monomial, number in a.items():
        for kept in product((False, True), repeat=len(monomial)):
            part = tuple(compress(monomial, kept))
            rest = compress(monomial, (not each for each in kept))
            low = math.prod(int(lows[atom]) for atom in rest)
            corner[part] = corner.get(part, 0) + number * low
    above = (
        number * _width(monomial, source)
        for monomial, number in corner.items()
        if number < 0 and monomial
    )
    return corner[()] + sum(above)


def _width(monomial: Monomial, source: Source) -> Bound:
    width: Bound = 1
    for atom in monomial:
        low, high = source.atom_bounds(atom)
        width = multiply_bounds((width, width), (high - low, high - low))[0]
    return width


def _least_of_quadratic(a: Coefficients, source: Source) -> Bound:
    """The least value of `x*n*n + y*n + z` with x above 0 over the integers, by its vertex."""
    atoms = {atom for monomial in a for atom in monomial}
    if len(atoms) != 1:
        return -math.inf
    (atom,) = atoms
    square, slope = a.get((atom, atom), 0), a.get((atom,), 0)
    if square <= 0 or len(a) != 1 + (slope != 0) + 1:
        return -math.inf
    low, high = source.atom_bounds(atom)
    vertex = -slope // (2 * square)
    points = (min(max(each, low), high) for each in (vertex, vertex + 1))
    return min(square * each * each + slope * each for each in points) + a[()]


def debts(a: Coefficients) -> int:
    """How many terms are negative: what a proof has to pay for."""
    return sum(number < 0 for monomial, number in a.items() if monomial)
