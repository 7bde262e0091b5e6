"""What is assumed of symbolic sizes, and the questions that it answers: True, False or None (unknown)."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from .polynomial import (
    Dim,
    Size,
    Symbol,
    add,
    bounds_of,
    from_terms,
    modulo_as_division,
    multiply,
    substitute,
    terms_of,
)


class DimMismatch(Exception):
    """Two sizes that had to be equal never are."""

    def __init__(self, left: Size, right: Size) -> None:
        super().__init__(left, right)
        self.left = left
        self.right = right

    def __str__(self) -> str:
        return f"{self.left} is not {self.right}"


class Facts:
    """Equalities between sizes.

    An equality that determines a symbol (`m == n + 1`) replaces the symbol everywhere; any other is kept as a
    difference known to be 0. `assumed` lists the pairs that `meet` could not decide, in order: the checks that a call makes.
    """

    def __init__(self) -> None:
        self.assumed: list[tuple[Size, Size]] = []
        self._solved: dict[str, Size] = {}
        self._zeros: dict[Dim, None] = {}

    def copy(self) -> Facts:
        """An independent copy."""
        other = Facts()
        other.assumed = self.assumed.copy()
        other._solved = self._solved.copy()
        other._zeros = self._zeros.copy()
        return other

    def find(self, size: Size) -> Size:
        """The size with every determined symbol replaced: equal sizes get one form."""
        if isinstance(size, int) or size.names.isdisjoint(self._solved):
            return size
        return substitute(size, self._solved)

    def equal(self, a: Size, b: Size) -> bool | None:
        """Whether `a` and `b` are the same number at every call that keeps the assumptions."""
        if a is b:
            return True
        if isinstance(a, int) and isinstance(b, int):
            return a == b
        return self._is_zero(_normal_difference(self.find(a), self.find(b)))

    def _is_zero(self, difference: Size) -> bool | None:
        if isinstance(difference, int):
            return difference == 0
        low, high = difference.bounds
        if low > 0 or high < 0 or _has_remainder(difference):
            return False
        return True if difference in self._zeros else None

    def assume_equal(self, a: Size, b: Size) -> None:
        """Take `a` and `b` as equal from now on; raises DimMismatch if they never are."""
        answer = self.equal(a, b)
        if answer is False:
            raise DimMismatch(a, b)
        if answer is None:
            self._assume(self.find(a), self.find(b))

    def _assume(self, a: Size, b: Size) -> None:
        difference = _normal_difference(a, b)
        assert isinstance(difference, Dim), "a decided equality needs no assumption"
        for name in _symbols_to_solve(a, b):
            value = _solve(difference, name)
            if value is not None:
                self._replace(name, value)
                return
        self._zeros[difference] = None

    def _replace(self, name: str, value: Size) -> None:
        step = {name: value}
        self._solved = {known: substitute(size, step) for known, size in self._solved.items()}
        self._solved[name] = value
        zeros = [_normal_difference(substitute(zero, step), 0) for zero in self._zeros]
        self._zeros = {zero: None for zero in zeros if isinstance(zero, Dim)}

    def meet(self, a: Size, b: Size) -> Size:
        """The one size of two that must be equal: the number if one is, else `a`.

        Records an assumption where that is not known; raises DimMismatch if they never are equal.
        """
        answer = self.equal(a, b)
        if answer is False:
            raise DimMismatch(a, b)
        if answer is None:
            self.assumed.append((a, b))
            self._assume(self.find(a), self.find(b))
        return b if isinstance(b, int) else a

    def at_least(self, a: Size, k: int) -> bool | None:
        """Whether `a >= k`."""
        low, high = bounds_of(self.find(a))
        return True if low >= k else False if high < k else None

    def less(self, a: Size, b: Size) -> bool | None:
        """Whether `a < b`."""
        return self.at_least(add(self.find(b), self.find(a), -1), 1)


def _normal_difference(a: Size, b: Size) -> Size:
    """`a - b`, or a multiple of it, in a form that is 0 wherever that can be seen.

    Remainders are written by quotients, `x - k*(x//k)`; the coefficients have no common factor; the first is positive.
    """
    difference = modulo_as_division(add(a, b, -1))
    terms = terms_of(difference)
    if not terms:
        return 0
    common = gcd(*(number for _, number in terms))
    sign = -1 if terms[0][1] < 0 else 1
    if common == sign:
        return difference
    return from_terms({monomial: number // (sign * common) for monomial, number in terms})


def _has_remainder(difference: Dim) -> bool:
    """Whether the terms share a factor that the constant has not, as in `2*n - 1`: never 0."""
    return gcd(*(number for monomial, number in difference.terms if monomial)) > 1


def _symbols_to_solve(a: Size, b: Size) -> Iterator[str]:
    """Names in order of preference: a lone symbol, so that it gives way to the other side; `b` before `a`."""
    sizes = [size for size in (b, a) if isinstance(size, Dim)]
    yield from (name for size in sizes if len(size.names) == 1 and str(size) in size.names for name in size.names)
    yield from (name for size in sizes for name in sorted(size.names))


def _solve(difference: Dim, name: str) -> Size | None:
    """The value of a symbol where `difference` is 0, if the symbol stands there once, alone, with coefficient 1 or -1."""
    found: Size | None = None
    for monomial, number in difference.terms:
        if not any(name in atom.names for atom in monomial):
            continue
        if found is not None or abs(number) != 1 or len(monomial) != 1 or not isinstance(monomial[0], Symbol):
            return None
        term = from_terms({monomial: number})
        found = multiply(add(term, difference, -1), number)
    return found
