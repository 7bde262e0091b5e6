"""What is assumed of symbolic sizes, and what follows: True, False or None (unknown)."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

from .bounds import Bound
from .comparison import Comparison, Relation
from .deciding import decide_nonnegative, decide_zero, lowest
from .dims import Size, size_of, terms_of
from .fact_store import Fact, FactStore
from .layers import Layers
from .learning import Contradiction, learn, symbols_alone
from .openings import Openings
from .polynomial import Polynomial, add, number_of, of_number, operations_in, scale
from .proof import Budget
from .shortest import in_words, shortest
from .types import Type


def has_operations(size: Size) -> bool:
    """Whether a size has a quotient, remainder, min or max."""
    return next(operations_in(terms_of(size)), None) is not None


class NeverHolds(Exception):
    """A comparison that had to hold never does."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__(comparison)
        self.comparison = comparison

    def __str__(self) -> str:
        return f"{self.comparison} never holds"


class DimMismatch(NeverHolds):
    """Two sizes that had to be equal never are."""

    def __init__(self, left: Size, right: Size) -> None:
        super().__init__(Comparison("==", left, right))
        self.left = left
        self.right = right

    def __str__(self) -> str:
        return f"{self.left} is never {self.right}"


_STEPS = 1200
"""How many steps one answer may cost."""

_FEW_STEPS = 100
"""How many steps it may cost to see that what is to be learned is known."""


class _Earlier(NamedTuple):
    """What was known before something was learned."""

    store: FactStore
    before: _Earlier | None


class Mark(NamedTuple):
    """What facts know at one time."""

    store: FactStore
    learned: Layers[tuple[str, Polynomial], bool]
    earlier: _Earlier | None
    holds_never: bool
    assumed: int


class Facts(Openings):
    """What is known of sizes.

    Attributes:
        assumed: what nobody could decide, in order: the checks that a call makes.
        checked: the form in which what is assumed is checked, and learned.
        legal: the types of results that the verifier has derived since something was learned, by
            what they were derived from, and by the nodes that have them.
        steps: how much work the answers were so far; a budget bounds it for each.
    """

    def __init__(self) -> None:
        super().__init__()
        self.assumed: list[Comparison] = []
        self.checked: Callable[[Comparison], Comparison] = _as_it_is
        self._store = FactStore()
        self._answers: dict[tuple[str, Polynomial], bool | None] = {}
        self._short: dict[Size, Size] = {}
        self._named: dict[Size, Size] = {}
        self.legal: dict[Hashable, tuple[Type, ...]] = {}
        self._learned: Layers[tuple[str, Polynomial], bool] = Layers()
        self._holds_never = False
        self._earlier: _Earlier | None = None
        self._remembers = False
        self.steps = 0

    def copy(self) -> Facts:
        """An independent copy, which costs little."""
        other = Facts.__new__(Facts)
        Openings.__init__(other)
        other.known = self.known.copy()
        other.assumed = self.assumed.copy()
        other.checked = self.checked
        other._store = self._store  # both replace it by a new one when they learn
        other._answers, other._short, other._named = self._answers, self._short, self._named
        other.legal = self.legal
        other._learned = self._learned
        other._holds_never = self._holds_never
        other._earlier = self._earlier
        other._remembers = False
        other.steps = 0
        return other

    # --- questions --------------------------------------------------------------------------------

    def answer(self, comparison: Comparison) -> bool | None:
        """Whether a comparison holds at every call that keeps the facts; None where unknown."""
        return self._answer(comparison, _STEPS)

    def _answer(self, comparison: Comparison, steps: int) -> bool | None:
        if self._holds_never:
            return True
        left, right = terms_of(comparison.left), terms_of(comparison.right)
        kind, a = _fact(comparison.relation, add(right, left, -1))
        if kind == "nonzero":
            equal = self._decided("zero", a, steps)
            return None if equal is None else not equal
        return self._decided(kind, a, steps)

    def equal(self, a: Size, b: Size) -> bool | None:
        """Whether `a` and `b` are the same number at every call that keeps the facts."""
        return a is b or self.answer(Comparison("==", a, b))

    def at_least(self, a: Size, k: int) -> bool | None:
        """Whether `a >= k`."""
        return self.answer(Comparison("<=", k, a))

    def less(self, a: Size, b: Size) -> bool | None:
        """Whether `a < b`."""
        return self.answer(Comparison("<", a, b))

    def _decided(
        self, kind: Literal["zero", "nonnegative"], a: Polynomial, steps: int
    ) -> bool | None:
        """Whether a polynomial is 0, or is >= 0."""
        number = number_of(a)
        if number is not None:
            return number == 0 if kind == "zero" else number >= 0
        key = kind, a
        learned = self._learned.get(key)
        if learned is not None:
            return learned
        if key not in self._answers:
            self._answers[key] = self._proved(self._store, kind, a, steps)
        if self._answers[key] is None and self._remembers:
            self._answers[key] = self._remembered(kind, a, steps)
        return self._answers[key]

    def _proved(
        self, store: FactStore, kind: Literal["zero", "nonnegative"], a: Polynomial, steps: int
    ) -> bool | None:
        budget = Budget(steps)
        decide = decide_zero if kind == "zero" else decide_nonnegative
        answer = decide(store, a, budget)
        self.steps += steps - budget.left
        return answer

    def _remembered(
        self, kind: Literal["zero", "nonnegative"], a: Polynomial, steps: int
    ) -> bool | None:
        """The answer of the last time when it was known."""
        earlier = self._earlier
        while earlier is not None:
            answer = self._proved(earlier.store, kind, a, steps)
            if answer is not None:
                return answer
            earlier = earlier.before
        return None

    def bounds(self, size: Size) -> tuple[int | None, int | None]:
        """The least and the greatest number that a size can be; None where no bound is known."""
        if isinstance(size, int):
            return size, size
        low = lowest(self._store, size.terms, Budget(_STEPS))
        high = -lowest(self._store, scale(size.terms, -1), Budget(_STEPS))
        return _number(low), _number(high)

    def find(self, size: Size) -> Size:
        """The size with every determined symbol replaced: equal sizes often get one form."""
        if isinstance(size, int):
            return size
        reduced = self._store.reduced(size.terms)
        return size if reduced is size.terms else size_of(in_words(self._store, reduced))

    def simplify(self, size: Size) -> Size:
        """The same number in its shortest form: `min(n, 64)` is 64 where `n >= 64` is known."""
        if isinstance(size, int):
            return size
        if size not in self._short:
            self._short[size] = size_of(shortest(self._store, size.terms))
        return self._short[size]

    def named(self, size: Size) -> Size:
        """One name for sizes that are equal; quotients, min and max where they are needed."""
        if isinstance(size, int):
            return size
        if size not in self._named:
            found = self.simplify(size) if has_operations(size) else self.find(size)
            shorter = found is not size and len(str(found)) < len(str(size))
            self._named[size] = found if shorter else size
        return self._named[size]

    # --- what was known earlier -------------------------------------------------------------------

    def mark(self) -> Mark:
        """What is known now, to go back to."""
        return Mark(self._store, self._learned, self._earlier, self._holds_never, len(self.assumed))

    @contextmanager
    def remembering(self, mark: Mark) -> Iterator[None]:
        """Go back to a mark, and then answer by what was known at any time before as well.

        A fact gives sizes another form, in which less may be shown than without it; searching the
        proofs of all times is for where that matters more than the time it takes.
        """
        self._store, self._learned, self._earlier, self._holds_never, assumed = mark
        del self.assumed[assumed:]
        self.take_opened()
        self._answers, self._short, self._named = {}, {}, {}
        self._remembers = True
        try:
            yield
        finally:
            self._remembers = False

    # --- learning ---------------------------------------------------------------------------------

    def learn(self, comparison: Comparison) -> bool:
        """Take a comparison as true from now on; so no division in it is by 0.

        Returns:
            Whether it was news.

        Raises:
            NeverHolds: when it never is; for an equality that is a DimMismatch.
        """
        if self._answer(comparison, _FEW_STEPS):
            return False
        self._learn(comparison)
        return True

    def assume(self, comparison: Comparison) -> None:
        """Learn a comparison; where it was not known, it is added to `assumed`.

        Raises:
            NeverHolds: when it never holds; for an equality that is a DimMismatch.
        """
        if self.answer(comparison):
            return
        shown = self.checked(comparison)
        known = shown is not comparison and self.answer(shown)  # in other words it may be
        try:
            self._learn(shown)
        except NeverHolds:
            raise _never(comparison) from None
        if not known:
            self.assumed.append(shown)

    def rule_out(self) -> None:
        """No call keeps the facts, so of those that do everything holds: every answer is yes."""
        self._holds_never = True

    @property
    def are_ruled_out(self) -> bool:
        """Whether no call keeps the facts."""
        return self._holds_never

    def assume_equal(self, a: Size, b: Size) -> None:
        """Take `a` and `b` as equal from now on; raises DimMismatch if they never are."""
        self.learn(Comparison("==", a, b))

    def meet(self, a: Size, b: Size) -> Size:
        """The one size of two that must be equal: `b` if it is a number, else `a`.

        Where it is not known that they are equal, that is assumed and added to `assumed`. Raises
        DimMismatch if they never are.
        """
        self.assume(Comparison("==", a, b))
        return b if isinstance(b, int) else a

    def _learn(self, comparison: Comparison) -> None:
        """Store what is not known to hold."""
        left, right = terms_of(comparison.left), terms_of(comparison.right)
        kind, a = _fact(comparison.relation, add(right, left, -1))
        try:
            if self._answer(comparison, _FEW_STEPS) is False:
                raise Contradiction
            store = self._store.copy()  # what is refused leaves nothing behind
            for divisor in _divisors(left, right):
                learn(store, "nonzero", divisor)
            learn(store, kind, a, self._to_solve(left, right) if kind == "zero" else ())
        except Contradiction:
            raise _never(comparison) from None
        self._earlier = _Earlier(self._store, self._earlier)
        self._store, self._learned = store, self._learned.copy()
        self._answers, self._short, self._named = {}, {}, {}
        self.legal = {}
        if kind == "nonnegative":
            self._learned[kind, a] = True
        else:
            self._learned["zero", a] = self._learned["zero", scale(a, -1)] = kind == "zero"

    def _to_solve(self, left: Polynomial, right: Polynomial) -> Iterator[str]:
        """Symbols in order of preference: those that are a whole side; then long names.

        So `layer_width == width` leaves `width`, which the user wrote, not the size of a field.
        """
        sides = [self._store.reduced(side) for side in (right, left)]
        for whole in (True, False):
            names = [n for side in sides if (len(side) == 1) is whole for n in symbols_alone(side)]
            yield from sorted(names, key=lambda name: (-len(name), name))


def _as_it_is(comparison: Comparison) -> Comparison:
    return comparison


def _never(comparison: Comparison) -> NeverHolds:
    if comparison.relation == "==":
        return DimMismatch(comparison.left, comparison.right)
    return NeverHolds(comparison)


def _fact(relation: Relation, difference: Polynomial) -> Fact:
    """What a comparison says of the right side minus the left."""
    match relation:
        case "==":
            return "zero", difference
        case "!=":
            return "nonzero", difference
        case "<":
            return "nonnegative", add(difference, of_number(-1))
        case "<=":
            return "nonnegative", difference


def _divisors(*sides: Polynomial) -> list[Polynomial]:
    """What the sides divide by, but for numbers."""
    return [
        operation.operands[1]
        for side in sides
        for operation in operations_in(side)
        if operation.name in ("floordiv", "mod") and number_of(operation.operands[1]) is None
    ]


def _number(bound: Bound) -> int | None:
    return None if math.isinf(bound) else int(bound)
