"""What a fact determines, and in which form the store keeps it.

A fact may say others: `min(m, n) >= 2` says two, and a symbol that is replaced changes all that is
known of it. They wait in a list, whose length a budget bounds, so that learning always ends.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator
from math import gcd

from .axioms import polynomial_bounds
from .bounds import Bounds
from .fact_store import Fact, FactStore, Kind
from .multiples import multiple_of_sum, multiple_of_symbol
from .polynomial import (
    ZERO,
    Atom,
    Operation,
    Polynomial,
    Symbol,
    add,
    divided,
    multiply,
    of_atom,
    of_number,
    scale,
    shared_atoms,
)
from .remainders import with_mods, without_mods

_WIDEST = 6
"""How many terms a fact may have for the ranges of its symbols to follow from one another."""


_MOST_CONSEQUENCES = 100
"""How many facts may follow from one, besides those that a replaced symbol was in."""


class Contradiction(Exception):
    """A fact cannot be true."""


def learn(store: FactStore, kind: Kind, a: Polynomial, preferred: Iterable[str] = ()) -> None:
    """Take it as true that `a` is 0, is >= 0, or is not 0.

    Args:
        store: where it is kept.
        kind: which of these.
        a: the polynomial.
        preferred: the symbols that give way first where `a` is 0.

    Raises:
        Contradiction: when it cannot be.
    """
    _Learning(store, tuple(preferred)).learn((kind, a))


# --- forms ------------------------------------------------------------------------------------


def zero_form(store: FactStore, a: Polynomial) -> Polynomial:
    """A polynomial that is 0 where `a` is, and in few forms.

    Remainders are written by quotients; the coefficients have no common factor, and the first is
    above 0; the terms share no atom that is never 0.
    """
    a = store.reduced(a)
    quotients = without_mods(a, store.build)
    if quotients != a:
        a = store.reduced(quotients)
    if not a:
        return ZERO
    common = gcd(*(number for _, number in a)) * (-1 if a[0][1] < 0 else 1)
    shared = tuple(
        atom
        for atom in shared_atoms([monomial for monomial, _ in a])
        if store.known.is_never_zero(of_atom(atom))
    )
    return tuple((monomial, number // common) for monomial, number in divided(a, shared))


def is_never_whole(a: Polynomial) -> bool:
    """Whether the terms share a factor that the constant has not: `2*n - 1` is never 0."""
    return gcd(*(number for monomial, number in a if monomial)) > gcd(*(n for _, n in a))


def symbols_alone(a: Polynomial) -> dict[str, Symbol]:
    """The symbols that are a term with the coefficient 1 or -1, by name."""
    atoms = (monomial[0] for monomial, n in a if len(monomial) == 1 and abs(n) == 1)
    return {atom.name: atom for atom in atoms if isinstance(atom, Symbol)}


def _solution(a: Polynomial, symbol: Symbol) -> Polynomial | None:
    """What a symbol is where `a` is 0, if it stands in one term, alone."""
    (term, *others) = (t for t in a if any(symbol.name in atom.names for atom in t[0]))
    return None if others else scale(add(a, (term,), -1), -term[1])


def _primitive(a: Polynomial) -> Polynomial:
    """What is >= 0 in the integers exactly where `a` is, without a common factor."""
    common = gcd(*(number for monomial, number in a if monomial))
    if common <= 1:
        return a
    divided = ((monomial, number // common) for monomial, number in a)
    return tuple(term for term in divided if term[1])


# --- learning ---------------------------------------------------------------------------------


class _Learning:
    """One fact, and what follows from it."""

    def __init__(self, store: FactStore, preferred: tuple[str, ...]) -> None:
        self._store = store
        self._preferred = preferred
        self._waiting: deque[Fact] = deque()
        self._left = _MOST_CONSEQUENCES

    def learn(self, fact: Fact) -> None:
        """Keep the fact and its consequences; those of its words before known ones replace them."""
        self._waiting.append(fact)
        if fact[0] == "nonnegative" and fact[1]:
            self._later("nonnegative", *next(simpler(self._store, fact[1]), ()))
        while self._waiting and self._left > 0:
            self._left -= 1
            match self._waiting.popleft():
                case "zero", a:
                    self._zero(a)
                case "nonnegative", a:
                    self._nonnegative(a)
                case "nonzero", a:
                    self._nonzero(a)

    def _later(self, kind: Kind, *found: Polynomial) -> None:
        self._waiting.extend((kind, a) for a in found)

    # --- what is 0 ------------------------------------------------------------------------------

    def _zero(self, a: Polynomial) -> None:
        store = self._store
        a = zero_form(store, a)
        if not a:
            return
        low, high = polynomial_bounds(a, store)
        if low > 0 or high < 0 or is_never_whole(a):
            raise Contradiction
        alone = symbols_alone(a)
        for name in (*self._preferred, *sorted(alone)):
            if name in alone and (value := _solution(a, alone[name])) is not None:
                self._solve(alone[name], value)
                return
        multiple = multiple_of_symbol(store, a)
        if multiple is not None:
            self._solve(*multiple)
            self._later("zero", a)
            return
        zero = multiple_of_sum(store, a) or a
        store.add_zero(zero)
        bounded = with_mods(zero, store.build)
        for each in (bounded, scale(bounded, -1)):
            self._keep(each)
            self._later("nonnegative", *next(simpler(store, each), ()))

    def _solve(self, symbol: Symbol, value: Polynomial) -> None:
        """Replace a symbol, keep its range, and learn again what was known of it."""
        low, high = self._store.atom_bounds(symbol)
        facts = self._store.solve(symbol.name, value)
        if not math.isinf(low):
            self._later("nonnegative", add(value, of_number(-int(low))))
        if high != symbol.bounds[1]:
            self._later("nonnegative", add(of_number(int(high)), value, -1))
        self._waiting.extend(facts)
        self._left += 2 * len(facts)

    # --- what is >= 0 ---------------------------------------------------------------------------

    def _nonnegative(self, a: Polynomial) -> None:
        store = self._store
        a = _primitive(with_mods(store.reduced(a), store.build))
        low, high = polynomial_bounds(a, store)
        if high < 0:
            raise Contradiction
        if low >= 0 or store.is_lemma(a):
            return
        parts = next(simpler(store, a), None)
        if parts is not None:
            store.add_said(a)
            self._later("nonnegative", *parts)
            return
        self._later("nonnegative", *_factors_above_zero(store, a))
        if store.is_lemma(scale(a, -1)):
            self._later("zero", a)
        if store.is_known_nonzero(a):
            a = add(a, of_number(-1))
        self._keep(a)

    def _keep(self, a: Polynomial) -> None:
        """Store `a >= 0`, as the range of an atom where it is about one alone."""
        if self._limit_atom(a):
            return
        self._store.add_lemma(a)
        if len(a) > _WIDEST:
            return
        for monomial, number in a:
            if len(monomial) == 1 and isinstance(monomial[0], Symbol):
                rest = polynomial_bounds(add(a, ((monomial, number),), -1), self._store)[1]
                if not math.isinf(rest):
                    self._limit_atom(add(((monomial, number),), of_number(int(rest))))

    def _limit_atom(self, a: Polynomial) -> bool:
        """Where `a >= 0` is about one atom alone, narrow its range; whether it is."""
        (monomial, number), *others = a
        if len(monomial) != 1 or len(others) > 1 or (others and others[0][0]):
            return False
        offset = others[0][1] if others else 0
        bounds = (-(offset // number), math.inf) if number > 0 else (-math.inf, offset // -number)
        self._limit(monomial[0], bounds)
        return True

    def _limit(self, atom: Atom, bounds: Bounds) -> None:
        low, high = self._store.atom_bounds(atom)
        if bounds[0] > high or bounds[1] < low:
            raise Contradiction
        if self._store.limit(atom, bounds):
            low, high = self._store.atom_bounds(atom)
            if low == high:
                self._later("zero", add(of_atom(atom), of_number(int(low)), -1))

    # --- what is not 0 --------------------------------------------------------------------------

    def _nonzero(self, a: Polynomial) -> None:
        store = self._store
        a = zero_form(store, a)
        if not a:
            raise Contradiction
        shared = shared_atoms([monomial for monomial, _ in a])
        if shared and (len(a) > 1 or len(shared) > 1):
            self._later("nonzero", divided(a, shared), *map(of_atom, shared))
            return
        bounded = with_mods(a, store.build)
        if store.known.is_nonnegative(bounded):
            self._later("nonnegative", add(bounded, of_number(-1)))
        elif store.known.is_nonnegative(scale(bounded, -1)):
            self._later("nonnegative", add(of_number(-1), bounded, -1))
        else:
            store.add_nonzero(a)


# --- the same in simpler words ----------------------------------------------------------------


def simpler(store: FactStore, a: Polynomial) -> Iterator[tuple[Polynomial, ...]]:
    """Simpler polynomials that are all >= 0 exactly where `a` is."""
    for monomial, number in a:
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, Operation) and sum(atom in other for other, _ in a) == 1:
            rest = add(a, ((monomial, number),), -1)
            if atom.name == ("min" if number > 0 else "max"):
                yield tuple(add(rest, operand, number) for operand in atom.operands)
            if atom.name == "floordiv" and abs(number) == 1:
                yield from _without_quotient(store, atom, number, rest)
    shared = shared_atoms([monomial for monomial, _ in a])
    positive = tuple(atom for atom in shared if store.atom_bounds(atom)[0] > 0)
    if positive and len(a) > 1:
        yield (divided(a, positive),)


def _without_quotient(
    store: FactStore, atom: Operation, number: int, rest: Polynomial
) -> Iterator[tuple[Polynomial]]:
    """For k above 0, `x//k >= -r` is `x >= -r*k`, and `r >= x//k` is `r*k + k - 1 >= x`."""
    dividend, divisor = atom.operands
    if polynomial_bounds(divisor, store)[0] >= 0:
        scaled = multiply(divisor, rest)
        if number > 0:
            yield (add(scaled, dividend),)
        else:
            yield (add(add(add(scaled, divisor), of_number(-1)), dividend, -1),)


def _factors_above_zero(store: FactStore, a: Polynomial) -> list[Polynomial]:
    """Where `a >= 0` says that a product is above 0 whose factors, but for one, are not below.

    Each factor less 1: `x*n - 40 >= 0` with `n >= 0` says that `x >= 1` and `n >= 1`.
    """
    terms = tuple(term for term in a if term[0])
    shared = shared_atoms([monomial for monomial, _ in terms])
    if len(terms) == len(a) or a[-1][1] > 0 or not shared or len(terms) == len(shared) == 1:
        return []
    if any(store.atom_bounds(atom)[0] < 0 for atom in shared):
        return []
    factors = dict.fromkeys((divided(terms, shared), *map(of_atom, shared)))
    return [add(factor, of_number(-1)) for factor in factors]
