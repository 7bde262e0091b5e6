"""Proofs that a polynomial is >= 0, and lower bounds of polynomials.

To show `p >= 0`, a proof takes multiples of polynomials `f` that are known to be >= 0 off, each of
which cancels a term of `p`, until the bounds of the atoms show that what is left is >= 0. What
leaves the fewest negative terms goes on first. A budget of steps, the same in every run, ends a
search that finds nothing.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from .axioms import Source, axioms, monomial_bounds
from .bounds import Bound
from .coefficients import (
    Coefficients,
    coefficients_of,
    debts,
    least_of,
    primitive,
    taken_off,
    without_shared_atoms,
)
from .lemma import Lemma
from .moves import ordered_quotients, same_sign, steps_up
from .polynomial import (
    Atom,
    Monomial,
    Operation,
    Polynomial,
    divide_monomial,
    divisors,
    multiply_monomials,
)

_GREATEST_DEGREE = 4
"""Of the terms that a proof cancels."""

_MOST_TERMS = 20
"""Of what is left while a proof goes on."""

_GREATEST_DEPTH = 8
"""How many lemmas a proof takes off one after the other."""

_MOST_FACTS = 64
"""How many facts on one product of atoms are looked at, the last ones."""

_LONGEST_CHAINS = 400
"""How many facts of two atoms may be looked at for one atom."""


@dataclass(slots=True)
class Budget:
    """How many steps a search may still take: one to find a lemma, more to take it off.

    Where a search wanted more, it is below 0; `is_short` keeps that of searches with parts of it.
    """

    left: int
    is_short: bool = False


def is_nonnegative(a: Polynomial, source: Source, budget: Budget) -> bool:
    """Whether `a >= 0` is shown."""
    return _Search(source, budget, proves=True).least(coefficients_of(a)) >= 0


def least(a: Polynomial, source: Source, budget: Budget) -> Bound:
    """The best lower bound that is found."""
    return _Search(source, budget, proves=False).least(coefficients_of(a))


class _State(NamedTuple):
    """What is left: a lower bound of `a`, divided by `scale`, is one of the whole."""

    a: Coefficients
    scale: int
    depth: int


class _Use(NamedTuple):
    """A lemma that, times `part`, has `monomial` with the coefficient `number`."""

    monomial: Monomial
    lemma: Polynomial
    part: Monomial
    number: int


_Kind: TypeAlias = Literal["near", "chains", "far"]
"""Lemmas on the atoms that are there, chains of lemmas between them, all other lemmas."""


class _Search:
    """A search for one polynomial.

    Where it `proves`, all that counts of what is left is whether it is >= 0, and it stops there.
    """

    def __init__(self, source: Source, budget: Budget, *, proves: bool) -> None:
        self._source = source
        self._budget = budget
        self._proves = proves
        self._best: Bound = -math.inf
        self._steps: list[tuple[float, int, _State, _Use | _Kind]] = []
        self._seen: dict[frozenset[tuple[Monomial, int]], float] = {}

    def least(self, a: Coefficients) -> Bound:
        """The best lower bound of `a` that the budget finds."""
        self._reach(_State(a, 1, 0))
        while self._steps and not self._is_done():
            _, _, state, use = heapq.heappop(self._steps)
            if isinstance(use, str):
                self._plan(state, use)
                continue
            a, scale, depth = state
            self._budget.left -= 2 + len(a) // 2
            if self._budget.left < 0:
                break
            a, factor = taken_off(a, *use)
            self._reach(_State(a, scale * factor, depth + 1))
        return self._best

    def _is_done(self) -> bool:
        return self._proves and self._best >= 0

    def _reach(self, state: _State) -> None:
        a, scale, depth = state
        if self._proves:
            # scale*p >= a shows p >= 0 already where a > -scale.
            a[()] += scale - 1
            state = _State(a := primitive(a), scale := 1, depth)
        if len(a) > _MOST_TERMS or not self._is_new(state):
            return
        low = least_of(a, self._source)
        self._best = max(self._best, low if math.isinf(low) else -(-int(low) // scale))
        if self._is_done() or depth == _GREATEST_DEPTH:
            return
        if self._proves:
            for other in self._other_goals(a):
                self._reach(_State(other, 1, depth + 1))
        self._plan(state, "near")

    def _is_new(self, state: _State) -> bool:
        key = frozenset((monomial, number) for monomial, number in state.a.items() if monomial)
        constant = state.a[()] / state.scale
        if self._seen.get(key, -math.inf) >= constant:
            return False
        self._seen[key] = constant
        return True

    def _other_goals(self, a: Coefficients) -> Iterator[Coefficients]:
        """What is >= 0 only where `a` is."""
        divided, shared = without_shared_atoms(a)
        if shared and self._is_nonnegative(shared):
            yield divided
        yield from same_sign(a, self._source)

    # --- what can be taken off --------------------------------------------------------------------

    def _plan(self, state: _State, kind: _Kind) -> None:
        """Put every use of a kind of lemmas on the heap, and that there are other kinds."""
        atoms = frozenset(atom for monomial in state.a for atom in monomial)
        owed = debts(state.a) + state.depth / 2
        uses: Iterator[_Use]
        match kind:
            case "near":
                uses = chain(self._near(state.a, atoms), self._axioms(state.a))
                if any(self._source.lemmas(m, n > 0) for m, n in state.a.items() if m):
                    self._push(owed + 0.75, state, "chains")
                if any(True for _ in self._facts(state.a)):
                    self._push(owed + 1, state, "far")
            case "chains":
                uses = self._chains(state.a)
            case "far":
                uses = self._far(state.a, atoms)
        for use in uses:
            self._push(owed + _change(state.a, atoms, use), state, use)

    def _push(self, score: float, state: _State, use: _Use | _Kind) -> None:
        self._budget.left -= 1
        if self._budget.left >= 0:
            # The second number keeps the order where scores are equal.
            heapq.heappush(self._steps, (score, -self._budget.left, state, use))

    def _near(self, a: Coefficients, atoms: frozenset[Atom]) -> Iterator[_Use]:
        """Facts on atoms of `a` alone."""
        for greater in ordered_quotients(a, self._source, self._shows):
            monomial, number = next(term for term in greater if term[1] < 0)
            yield _Use(monomial, greater, (), number)
        for monomial, divisor, part, lemma in self._facts(a):
            if lemma.atoms <= atoms:
                yield _use(monomial, divisor, part, lemma)

    def _far(self, a: Coefficients, atoms: frozenset[Atom]) -> Iterator[_Use]:
        """Facts on other atoms too."""
        for monomial, divisor, part, lemma in self._facts(a):
            if not lemma.atoms <= atoms:
                yield _use(monomial, divisor, part, lemma)

    def _chains(self, a: Coefficients) -> Iterator[_Use]:
        """What follows from several facts of two atoms each: `a <= d` from `a <= b <= c <= d`."""
        for monomial, number in a.items():
            if number < 0 and len(monomial) == 1:
                self._budget.left -= 5
                for lemma in steps_up(a, monomial[0], self._source, _LONGEST_CHAINS):
                    yield _Use(monomial, lemma, (), -1)

    def _facts(self, a: Coefficients) -> Iterator[tuple[Monomial, Monomial, Monomial, Lemma]]:
        for monomial, number in a.items():
            if 0 < len(monomial) <= _GREATEST_DEGREE:
                for divisor, part in self._divisions(monomial):
                    for lemma in self._source.lemmas(divisor, number > 0)[-_MOST_FACTS:]:
                        yield monomial, divisor, part, lemma

    def _axioms(self, a: Coefficients) -> Iterator[_Use]:
        for monomial, number in a.items():
            if 0 < len(monomial) <= _GREATEST_DEGREE:
                for atom in dict.fromkeys(monomial):
                    if isinstance(atom, Operation):
                        yield from self._axioms_on(monomial, atom, number > 0)

    def _axioms_on(self, monomial: Monomial, atom: Operation, positive: bool) -> Iterator[_Use]:
        for lemma in axioms(atom, positive, self._source):
            for each, number in lemma:
                if (number > 0) is positive and atom in each:
                    part = divide_monomial(monomial, each)
                    if part is not None and self._is_nonnegative(part):
                        yield _Use(monomial, lemma, part, number)

    def _divisions(self, monomial: Monomial) -> Iterator[tuple[Monomial, Monomial]]:
        """The monomial as a product of two, of which the second is >= 0."""
        for divisor in divisors(monomial):
            part = divide_monomial(monomial, divisor)
            if part is not None and self._is_nonnegative(part):
                yield divisor, part

    def _is_nonnegative(self, part: Monomial) -> bool:
        return not part or monomial_bounds(part, self._source)[0] >= 0

    def _shows(self, a: Polynomial) -> bool:
        return is_nonnegative(a, self._source, self._budget)


def _use(monomial: Monomial, divisor: Monomial, part: Monomial, lemma: Lemma) -> _Use:
    number = next(number for each, number in lemma.terms if each == divisor)
    return _Use(monomial, lemma.terms, part, number)


def _change(a: Coefficients, atoms: frozenset[Atom], use: _Use) -> float:
    """How much worse it gets when the lemma is taken off: negative terms, new terms and atoms."""
    own, sign = a[use.monomial], 1 if use.number > 0 else -1
    change: float = -(own < 0)
    for each, other in use.lemma:
        product = multiply_monomials(each, use.part) if use.part else each
        if product and product != use.monomial:
            old = a.get(product, 0)
            change += ((old * use.number - own * other) * sign < 0) - (old < 0)
            if not old:
                change += _NEW_TERM if atoms.issuperset(product) else _NEW_ATOM
    return change


_NEW_TERM = 0.25
_NEW_ATOM = 0.75
"""What a new term costs a step, in negative terms."""
