"""Answers from a store of facts: whether a polynomial is 0, whether it is >= 0, how low it is.

All proofs that a question needs share one budget, so that none can run away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from .axioms import polynomial_bounds
from .bounds import Bound
from .cases import Case, extremum_cases, remainder_cases
from .fact_store import FactStore
from .learning import is_never_whole, simpler, zero_form
from .polynomial import (
    Operation,
    Polynomial,
    add,
    chosen_operands,
    divided,
    of_number,
    scale,
    shared_atoms,
)
from .proof import Budget, is_nonnegative, least
from .remainders import with_mods, without_mods

_FEWEST_STEPS, _FEW_STEPS, _STEPS = 16, 48, 240
"""How many steps a proof may cost: before cases, before a long one, and that."""

_DEEPEST = 3
"""How many cases may be inside one another."""

_CASE = 20
"""How many steps a case costs before anything is proved in it."""

Prove: TypeAlias = Callable[[FactStore, Polynomial, int, Budget], bool | None]
Decide: TypeAlias = Callable[[FactStore, Polynomial, Budget, int], bool | None]


def decide_zero(store: FactStore, a: Polynomial, budget: Budget, depth: int = 0) -> bool | None:
    """Whether `a` is 0; None where that is unknown."""
    given, a = a, zero_form(store, a)
    if not a:
        return True
    low, high = polynomial_bounds(a, store)
    if low > 0 or high < 0 or is_never_whole(a) or store.is_known_nonzero(a):
        return False
    bounded = with_mods(a, store.build)
    if not bounded:
        return True
    shared = shared_atoms([monomial for monomial, _ in a])
    if shared and len(a) > 1 and decide_zero(store, divided(a, shared), budget, depth):
        return True
    for atom, chosen in dict.fromkeys((*chosen_operands(given), *chosen_operands(a))):
        answer = _chosen(store, atom, chosen, budget, depth)
        if answer is not None:
            return answer
    return _in_stages(store, bounded, budget, depth, _zero_by_sign, decide_zero)


def _chosen(
    store: FactStore, extremum: Operation, chosen: Polynomial, budget: Budget, depth: int
) -> bool | None:
    """Whether a min or max is one of its operands: no other one is below or above that."""
    sign = 1 if extremum.name == "min" else -1
    apart = [
        scale(add(operand, chosen, -1), sign) for operand in extremum.operands if operand != chosen
    ]
    answers = {decide_nonnegative(store, each, budget, depth) for each in apart}
    return False if False in answers else answers == {True} or None


def _zero_by_sign(store: FactStore, a: Polynomial, steps: int, budget: Budget) -> bool | None:
    if _shows(store, a, steps, budget):
        if _shows(store, scale(a, -1), steps, budget):
            return True
        return False if _shows(store, add(a, of_number(-1)), steps, budget) else None
    return False if _shows(store, add(of_number(-1), a, -1), steps, budget) else None


def decide_nonnegative(
    store: FactStore, a: Polynomial, budget: Budget, depth: int = 0
) -> bool | None:
    """Whether `a >= 0`; None where that is unknown."""
    a = store.reduced(a)
    low, high = polynomial_bounds(a, store)
    if low >= 0 or high < 0:
        return low >= 0
    bounded = with_mods(a, store.build)
    if not bounded:
        return True
    parts = next(simpler(store, bounded), None)
    if parts is not None:
        answers = {decide_nonnegative(store, part, budget, depth) for part in parts}
        if answers == {True} or False in answers:
            return False not in answers
    return _in_stages(store, bounded, budget, depth, _sign, decide_nonnegative)


def _sign(store: FactStore, a: Polynomial, steps: int, budget: Budget) -> bool | None:
    for form in dict.fromkeys((a, without_mods(a, store.build))):
        if _shows(store, form, steps, budget):
            return True
        if _shows(store, add(of_number(-1), form, -1), steps, budget):
            return False
    return None


def _in_stages(
    store: FactStore, a: Polynomial, budget: Budget, depth: int, prove: Prove, decide: Decide
) -> bool | None:
    """The answer that a short proof gives, or all cases of a min or max, or a long proof."""
    budget.is_short = False
    cases = extremum_cases(store, a) if depth < _DEEPEST else None
    answer = prove(store, a, _FEW_STEPS if cases is None else _FEWEST_STEPS, budget)
    if answer is not None or depth >= _DEEPEST:
        return answer
    if cases is None:
        answer = prove(store, a, _STEPS, budget) if budget.is_short else None
        cases = remainder_cases(store, a) if answer is None else None
    return answer if cases is None else _common_answer(cases, budget, depth, decide)


def _common_answer(
    cases: Iterator[Case], budget: Budget, depth: int, decide: Decide
) -> bool | None:
    common: bool | None = None
    for inner, part in cases:
        budget.left -= _CASE
        answer = decide(inner, part, budget, depth + 1) if budget.left > 0 else None
        if answer is None or common is (not answer):
            return None
        common = answer
    return common


def _shows(store: FactStore, a: Polynomial, steps: int, budget: Budget) -> bool:
    own = Budget(min(steps, budget.left))
    given = own.left
    shown = is_nonnegative(a, store, own)
    budget.left -= given - max(own.left, 0)
    budget.is_short |= own.left < 0
    return shown


def lowest(store: FactStore, a: Polynomial, budget: Budget, depth: int = 0) -> Bound:
    """A lower bound of `a`."""
    bounded = with_mods(store.reduced(a), store.build)
    own = Budget(min(_STEPS, budget.left))
    budget.left -= own.left
    low = max(polynomial_bounds(bounded, store)[0], least(bounded, store, own))
    if depth < _DEEPEST and budget.left > 0:
        cases = extremum_cases(store, bounded) or remainder_cases(store, bounded) or ()
        lows = [lowest(inner, part, budget, depth + 1) for inner, part in cases]
        low = max(low, min(lows, default=low))
    return low
