"""Equalities that say that something is a multiple: `n == 8*(n//8)`.

The store gets a symbol for the quotient. With `n` replaced by eight times it, the forms of
operations find by themselves that `n % 4` is 0 and `n//8*8` is `n`.
"""

from __future__ import annotations

from math import gcd

from .axioms import polynomial_bounds
from .fact_store import FactStore, Part
from .polynomial import (
    Operation,
    Polynomial,
    Symbol,
    add,
    divided,
    interned,
    multiply,
    names_in,
    of_atom,
    of_number,
    scale,
    shared_atoms,
)
from .polynomial_text import text_of

_DEEPEST = 4
"""How often the quotient of a quotient gets a symbol."""


def multiple_of_symbol(store: FactStore, a: Polynomial) -> tuple[Symbol, Polynomial] | None:
    """A symbol, and what it is by a new one for a quotient, where `a == 0` says that."""
    if max((part.depth for part in _parts_in(store, a)), default=0) >= _DEEPEST:
        return None
    for monomial, number in a:
        if len(monomial) == 1 and isinstance(symbol := monomial[0], Symbol):
            found = _by_own_quotient(store, a, symbol, number)
            found = found or _by_remainder(store, a, symbol, number)
            if found is not None:
                return symbol, found
    return None


def _by_own_quotient(
    store: FactStore, a: Polynomial, symbol: Symbol, number: int
) -> Polynomial | None:
    """For `n - 8*(n//8) - m == 0`: `8*q + m`."""
    inner = tuple(
        term
        for term in a
        if term[0] != (symbol,) and any(symbol.name in atom.names for atom in term[0])
    )
    if not inner or abs(number) != 1 or any(symbol in monomial for monomial, _ in inner):
        return None
    common = gcd(*(each for _, each in inner))
    shared = shared_atoms([monomial for monomial, _ in inner])
    shared = tuple(atom for atom in shared if symbol.name not in atom.names)
    if common == 1 and not shared:
        return None
    quotient = tuple(
        (monomial, -number * each // common) for monomial, each in divided(inner, shared)
    )
    rest = scale(add(add(a, inner, -1), of_atom(symbol), -number), -number)
    whole = add(of_atom(symbol), rest, -1)
    return add(_part(store, ((shared, common),), whole, quotient), rest)


def _by_remainder(
    store: FactStore, a: Polynomial, symbol: Symbol, number: int
) -> Polynomial | None:
    """For `3*n - 8*m - 1 == 0`: `8*q + 3`."""
    others = [term for term in a if term[0] and term[0] != (symbol,)]
    common = gcd(*(each for _, each in others))
    if common <= 1 or gcd(common, number) != 1 or any(symbol in other for other, _ in others):
        return None
    rest = -dict(a).get((), 0) * pow(number, -1, common) % common
    whole = add(of_atom(symbol), of_number(-rest))
    quotient = store.build["floordiv"](of_atom(symbol), of_number(common))
    return add(_part(store, of_number(common), whole, quotient), of_number(rest))


def multiple_of_sum(store: FactStore, a: Polynomial) -> Polynomial | None:
    """For `m*n - 8*((m*n)//8)`: `m*n - 8*q`, both being 0."""
    for monomial, _ in a:
        for atom in monomial:
            if isinstance(atom, Operation) and atom.name == "floordiv":
                dividend, divisor = atom.operands
                remainder = add(dividend, multiply(divisor, of_atom(atom)), -1)
                if a in (remainder, scale(remainder, -1)):
                    return add(dividend, _part(store, divisor, dividend, of_atom(atom)), -1)
    return None


def _part(
    store: FactStore, step: Polynomial, whole: Polynomial, quotient: Polynomial
) -> Polynomial:
    """`step` times a new symbol, which is `quotient`; the product is `whole`."""
    name = text_of(quotient)
    while name in store.parts or store.is_solved(name):
        name += "'"
    depth = 1 + max((part.depth for part in _parts_in(store, quotient)), default=0)
    store.parts[name] = Part(step, whole, quotient, depth)
    bounds = polynomial_bounds(quotient, store)
    return multiply(step, of_atom(interned(Symbol, name, bounds)))


def _parts_in(store: FactStore, a: Polynomial) -> list[Part]:
    return [part for name in names_in(a) if (part := store.parts.get(name)) is not None]
