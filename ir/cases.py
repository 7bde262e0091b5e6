"""Questions by cases: over the operands of a min or max, and over small remainders of a symbol."""

from __future__ import annotations

import math
from collections.abc import Iterator
from math import lcm

from .bounds import Bound
from .dim_operations import rebuilt
from .fact_store import FactStore
from .learning import Contradiction, learn
from .polynomial import (
    Operation,
    Polynomial,
    Symbol,
    add,
    atoms_of,
    interned,
    number_of,
    of_atom,
    of_number,
    operations_in,
    scale,
)
from .polynomial_text import text_of

_MOST_OPERANDS = 4
_MOST_REMAINDERS = 8

Case = tuple[FactStore, Polynomial]


def extremum_cases(store: FactStore, a: Polynomial) -> Iterator[Case] | None:
    """Facts of each case of a min or max, with `a` in it; None where there is none to split."""
    for operation in operations_in(a):
        if operation.name in ("min", "max") and len(operation.operands) <= _MOST_OPERANDS:
            return _of_extremum(store, a, operation)
    return None


def remainder_cases(store: FactStore, a: Polynomial) -> Iterator[Case] | None:
    """Facts for each remainder of a symbol, with `a` in it; None where no quotient gets simpler."""
    periods = _periods(list(operations_in(a)))
    if not periods:
        return None
    symbol = min(periods, key=lambda each: (periods[each], each.key))
    return _of_remainder(store, a, symbol, periods[symbol])


def _of_extremum(store: FactStore, a: Polynomial, atom: Operation) -> Iterator[Case]:
    """One operand is the least (or the greatest)."""
    sign = 1 if atom.name == "min" else -1
    for winner in atom.operands:
        inner = store.copy()
        try:
            for other in atom.operands:
                learn(inner, "nonnegative", scale(add(other, winner, -1), sign))
        except Contradiction:
            continue
        yield inner, rebuilt(a, lambda _: None, inner.build, {atom: winner})


def _periods(operations: list[Operation]) -> dict[Symbol, int]:
    """Symbols inside quotients by numbers: with n as `period*q + r`, they divide without rest."""
    periods: dict[Operation, int] = {}
    found: dict[Symbol, int] = {}
    for operation in operations:
        inner = [atom for operand in operation.operands for atom in atoms_of(operand)]
        below = lcm(*(periods[atom] for atom in inner if isinstance(atom, Operation)))
        divisor = number_of(operation.operands[-1])
        by_number = operation.name in ("floordiv", "mod") and divisor
        periods[operation] = below * divisor if by_number and divisor else below
        for atom in inner:
            if isinstance(atom, Symbol):
                found[atom] = lcm(found.get(atom, 1), periods[operation])
    return {atom: period for atom, period in found.items() if 1 < period <= _MOST_REMAINDERS}


def _of_remainder(store: FactStore, a: Polynomial, symbol: Symbol, period: int) -> Iterator[Case]:
    """The symbol is `period*q + r` for each r."""
    low, high = store.atom_bounds(symbol)
    name = text_of(store.build["floordiv"](of_atom(symbol), of_number(period))) + " by cases"
    for remainder in range(period):
        bounds = _divided(low - remainder, period, up=True), _divided(high - remainder, period)
        if bounds[0] > bounds[1]:
            continue
        quotient = of_atom(interned(Symbol, name, bounds))
        value = add(scale(quotient, period), of_number(remainder))
        inner = store.copy()
        difference = add(value, of_atom(symbol), -1)
        inner.add_lemma(difference)
        inner.add_lemma(scale(difference, -1))
        yield inner, rebuilt(a, {symbol: value}.get, inner.build)


def _divided(a: Bound, k: int, *, up: bool = False) -> Bound:
    if math.isinf(a):
        return a
    return -(-int(a) // k) if up else int(a) // k
