"""What the forms of operations ask: the bounds of a polynomial, and whether it is >= 0."""

from __future__ import annotations

from .axioms import NoFacts, Source, polynomial_bounds
from .bounds import Bounds
from .polynomial import Operation, Polynomial, add, atoms_of, of_number
from .proof import Budget, is_nonnegative


class Known:
    """What a source knows of polynomials, found in few steps."""

    def __init__(self, source: Source, steps: int) -> None:
        self._source = source
        self._steps = steps

    def bounds(self, a: Polynomial) -> Bounds:
        """The least and the greatest value, as far as the bounds of atoms tell."""
        return polynomial_bounds(a, self._source)

    def is_nonnegative(self, a: Polynomial) -> bool:
        """Whether `a >= 0` is shown."""
        low, high = self.bounds(a)
        if low >= 0 or high < 0:
            return low >= 0
        return is_nonnegative(a, self._source, Budget(self._steps))

    def is_never_zero(self, a: Polynomial) -> bool:
        """Whether it is shown that `a` is above or below 0."""
        low, high = self.bounds(a)
        return low > 0 or high < 0 or self.is_nonnegative(add(a, of_number(-1)))

    def quotient(self, a: Polynomial, k: int) -> int | None:
        """`a // k` for `k` above 0 where the bounds of `a` leave one number for it."""
        low, high = self.bounds(a)
        if isinstance(low, int) and isinstance(high, int) and low // k == high // k:
            return low // k
        return None


class _Always(Known):
    """What holds of all integers within the declared bounds of symbols."""

    def __init__(self) -> None:
        super().__init__(NoFacts(), 60)

    def is_nonnegative(self, a: Polynomial) -> bool:
        """Whether `a >= 0` is shown."""
        low, high = self.bounds(a)
        if low >= 0 or high < 0:
            return low >= 0
        # Without facts, there is more to say than bounds do only of operations and of products.
        if all(len(m) < 2 for m, _ in a) and not any(isinstance(x, Operation) for x in atoms_of(a)):
            return False
        return super().is_nonnegative(a)


ALWAYS = _Always()
"""Known without any facts."""
