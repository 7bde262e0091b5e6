"""What is known of polynomials, stored so that a proof finds what it needs at once.

There are three kinds of facts: a polynomial is 0, is >= 0, or is not 0. `learning` takes out of
them what they determine: a symbol that is another size, a narrower range of an atom, and by
`n % 8 == 0` that `n` is eight times a number, for which the store has a symbol of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from .axioms import polynomial_bounds
from .bounds import Bounds
from .dim_operations import Build, building, rebuilt
from .known import Known
from .layers import Layers
from .lemma import Lemma
from .polynomial import (
    ZERO,
    Atom,
    Monomial,
    Operation,
    Polynomial,
    Symbol,
    Term,
    add,
    divide_monomial,
    divisors,
    multiply,
    names_in,
    operation_bounds,
    scale,
)

_DEEPEST = 12
"""How deep an operation may be nested for facts to say more of its bounds."""

_STEPS = 30
"""How many steps the form of one operation may cost."""

_MOST_ROUNDS = 16
_MOST_NEW_TERMS = 4

Kind: TypeAlias = Literal["zero", "nonnegative", "nonzero"]
Fact: TypeAlias = tuple[Kind, Polynomial]


class Part(NamedTuple):
    """What a symbol of the store's own stands for: `quotient`, and `step` times it is `whole`.

    Its depth says how many such symbols were made one from the other.
    """

    step: Polynomial
    whole: Polynomial
    quotient: Polynomial
    depth: int


class _Rule(NamedTuple):
    """To take multiples of `zero` off where they remove a monomial; `number` is its coefficient."""

    number: int
    zero: Polynomial


class FactStore:
    """Facts, by what they are about.

    Attributes:
        parts: what the symbols of its own stand for.
        known: what the forms of operations may rely on.
        build: the forms of operations under the facts.
    """

    def __init__(self) -> None:
        self.parts: Layers[str, Part] = Layers()
        self._solved: Layers[str, Polynomial] = Layers()
        self._limits: Layers[Atom, Bounds] = Layers()
        self._zeros: Layers[Monomial, _Rule] = Layers()
        self._nonzero: Layers[Polynomial, bool] = Layers()
        self._lemmas: Layers[tuple[Monomial, bool], tuple[Lemma, ...]] = Layers()
        self._nonnegative: Layers[Polynomial, bool] = Layers()
        self._facts: Layers[str, tuple[Fact, ...]] = Layers()  # by the names in them
        self._concerned: Layers[str, bool] = Layers()  # the names that anything is known of
        self._reduced: dict[Polynomial, Polynomial] = {}
        self._bounds: dict[Operation, Bounds] = {}
        self._prepare()

    def _prepare(self) -> None:
        self.known = Known(self, _STEPS)
        self.build: Build = building(self.known)

    def copy(self) -> FactStore:
        """An independent copy, which costs little."""
        other = FactStore.__new__(FactStore)
        other.parts = self.parts.copy()
        other._solved = self._solved.copy()
        other._limits = self._limits.copy()
        other._zeros = self._zeros.copy()
        other._nonzero = self._nonzero.copy()
        other._lemmas = self._lemmas.copy()
        other._nonnegative = self._nonnegative.copy()
        other._facts = self._facts.copy()
        other._concerned = self._concerned.copy()
        other._reduced, other._bounds = self._reduced, self._bounds
        other._prepare()
        return other

    def _changed(self, names: frozenset[str]) -> None:
        """Something new is known of these names: forget what followed from less."""
        self._reduced, self._bounds = {}, {}
        for name in names:
            if name not in self._concerned:
                self._concerned[name] = True

    # --- the source of proofs ---------------------------------------------------------------------

    def atom_bounds(self, atom: Atom) -> Bounds:
        """The least and the greatest number that an atom can be."""
        if isinstance(atom, Symbol):
            return self._limits.get(atom) or atom.bounds
        if atom.depth > _DEEPEST or not self._is_concerned(atom.names):
            return atom.bounds
        found = self._bounds.get(atom)
        if found is None:
            operands = [polynomial_bounds(operand, self) for operand in atom.operands]
            found = narrowed(atom.bounds, operation_bounds(atom.name, operands))
            limits = self._limits.get(atom)
            self._bounds[atom] = found = narrowed(found, limits) if limits else found
        return found

    def lemmas(self, monomial: Monomial, positive: bool) -> tuple[Lemma, ...]:
        """What is known of polynomials that have this monomial with this sign."""
        return self._lemmas.get((monomial, positive)) or ()

    def is_lemma(self, a: Polynomial) -> bool:
        """Whether there is the very fact that `a >= 0`."""
        return self._nonnegative.get(a) is True

    def _is_concerned(self, names: frozenset[str]) -> bool:
        return bool(self._concerned) and any(name in self._concerned for name in names)

    # --- forms ------------------------------------------------------------------------------------

    def reduced(self, a: Polynomial) -> Polynomial:
        """The polynomial with what the facts determine put in its place."""
        if not self._is_concerned(names_in(a)):
            return a
        found = self._reduced.get(a)
        if found is None:
            found = rebuilt(a, self._value, self.build, finish=self._rewritten)
            self._reduced[a] = found
        return found

    def _value(self, symbol: Symbol) -> Polynomial | None:
        value = self._solved.get(symbol.name)
        if value is None:
            return None
        newer = self.reduced(value)
        if newer is not value:
            self._solved[symbol.name] = newer
        return newer

    def _rewritten(self, a: Polynomial) -> Polynomial:
        """The polynomial without the first monomials of what is 0."""
        if not self._zeros:
            return a
        for _ in range(_MOST_ROUNDS):
            step = next(self._multiples_of_zero(a), None)
            if step is None:
                break
            newer = add(a, step, -1)
            if len(newer) > len(a) + _MOST_NEW_TERMS:
                break
            a = newer
        return a

    def _multiples_of_zero(self, a: Polynomial) -> Iterator[Polynomial]:
        for monomial, number in a:
            for divisor in divisors(monomial):
                rule = self._zeros.get(divisor)
                if rule is not None and rule.zero and number % rule.number == 0:
                    part = divide_monomial(monomial, divisor)
                    assert part is not None
                    yield multiply(rule.zero, ((part, number // rule.number),))

    def is_known_nonzero(self, a: Polynomial) -> bool:
        """Whether there is a fact that `a` or `-a` is not 0."""
        return a in self._nonzero or scale(a, -1) in self._nonzero

    # --- what `learning` tells --------------------------------------------------------------------

    def is_solved(self, name: str) -> bool:
        """Whether a symbol is replaced by what it is."""
        return name in self._solved

    def solve(self, name: str, value: Polynomial) -> list[Fact]:
        """Replace a symbol by what it is; gives the facts on it, which are to be learned again."""
        self._solved[name] = value
        self._changed(names_in(value) | {name})
        facts = [fact for fact in self._facts.get(name) or () if self._drop(fact)]
        self._facts[name] = ()
        return facts

    def limit(self, atom: Atom, bounds: Bounds) -> bool:
        """Narrow the range of an atom; whether that says more than was known."""
        old = self.atom_bounds(atom)
        new = narrowed(old, bounds)
        if new == old:
            return False
        self._limits[atom] = new
        self._changed(atom.names)
        return True

    def add_zero(self, a: Polynomial) -> None:
        """`a` is 0."""
        monomial, number = _replaced_term(a)
        self._zeros[monomial] = _Rule(number, a)
        self._add(("zero", a))

    def add_nonzero(self, a: Polynomial) -> None:
        """`a` is not 0."""
        self._nonzero[a] = True
        self._add(("nonzero", a))

    def add_said(self, a: Polynomial) -> None:
        """`a` is >= 0, as simpler facts say; with a symbol of it replaced they may say less."""
        self._nonnegative[a] = True
        self._add(("nonnegative", a))

    def add_lemma(self, a: Polynomial) -> None:
        """`a` is >= 0."""
        self.add_said(a)
        lemma = Lemma(a)
        for monomial, number in a:
            if monomial:
                key = monomial, number > 0
                self._lemmas[key] = (*self.lemmas(*key), lemma)

    def _add(self, fact: Fact) -> None:
        names = names_in(fact[1])
        self._changed(names)
        for name in names:
            self._facts[name] = (*(self._facts.get(name) or ()), fact)

    def _drop(self, fact: Fact) -> bool:
        """Take a fact out; whether it was there."""
        kind, a = fact
        if kind == "nonnegative":
            if not self.is_lemma(a):
                return False
            self._nonnegative[a] = False
            for monomial, number in a:
                if monomial:
                    key = monomial, number > 0
                    self._lemmas[key] = tuple(each for each in self.lemmas(*key) if each.terms != a)
        elif kind == "zero":
            self._zeros[_replaced_term(a)[0]] = _Rule(1, ZERO)
        return True


def narrowed(a: Bounds, b: Bounds) -> Bounds:
    """What lies in both ranges; `a` where that is nothing."""
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, high) if low <= high else a


def _replaced_term(a: Polynomial) -> Term:
    """The term that gives way where `a` is 0: what is nested deepest, then the highest degree."""
    return max(
        reversed(a),
        key=lambda term: (
            max((atom.depth for atom in term[0] if isinstance(atom, Operation)), default=0),
            len(term[0]),
        ),
    )
