"""What is assumed of symbolic sizes, and what follows: True, False or None (unknown)."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from . import dim_operations
from .bounds import Bound
from .comparison import Comparison
from .dims import Dim, Size, interval, size_of, substitute, terms_of
from .openings import Openings
from .polynomial import (
    ZERO,
    Operation,
    Polynomial,
    Symbol,
    Term,
    add,
    bounds_of,
    exact_quotient,
    of_atom,
    of_number,
    scale,
)


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


class Facts(Openings):
    """What is known of sizes.

    An equality that determines a symbol (`m == n + 1`) replaces it everywhere; any other is kept as
    a difference known to be 0. `assumed` lists what nobody could decide, in order: the checks that
    a call makes.
    """

    def __init__(self) -> None:
        super().__init__()
        self.assumed: list[Comparison] = []
        self._solved: dict[str, Size] = {}
        self._zeros: dict[Polynomial, None] = {}
        self._least: dict[Polynomial, None] = {}  # polynomials that are at least 0
        self._nonzero: dict[Polynomial, None] = {}

    def copy(self) -> Facts:
        """An independent copy."""
        other = Facts()
        other.known = self.known.copy()
        other.assumed = self.assumed.copy()
        other._solved = self._solved.copy()
        other._zeros = self._zeros.copy()
        other._least = self._least.copy()
        other._nonzero = self._nonzero.copy()
        return other

    # --- questions --------------------------------------------------------------------------------

    def answer(self, comparison: Comparison) -> bool | None:
        """Whether a comparison holds at every call that keeps the facts; None where unknown."""
        left, right = comparison.left, comparison.right
        match comparison.relation:
            case "==":
                return self.equal(left, right)
            case "!=":
                equal = self.equal(left, right)
                return None if equal is None else not equal
            case "<":
                return self.at_least(right - left, 1)
            case "<=":
                return self.at_least(right - left, 0)

    def equal(self, a: Size, b: Size) -> bool | None:
        """Whether `a` and `b` are the same number at every call that keeps the facts."""
        if a is b:
            return True
        if isinstance(a, int) and isinstance(b, int):
            return a == b
        return self._is_zero(self._difference(a, b))

    def at_least(self, a: Size, k: int) -> bool | None:
        """Whether `a >= k`."""
        terms = add(terms_of(self.find(a)), of_number(-k))
        if self._is_nonnegative(terms):
            return True
        return False if self._is_nonnegative(add(of_number(-1), terms, -1)) else None

    def less(self, a: Size, b: Size) -> bool | None:
        """Whether `a < b`."""
        return self.at_least(b - a, 1)

    def bounds(self, size: Size) -> tuple[int | None, int | None]:
        """The least and the greatest number that a size can be; None where no bound is known."""
        return interval(self.find(size))

    def find(self, size: Size) -> Size:
        """The size with every determined symbol replaced: equal sizes get one form."""
        return substitute(size, self._solved)

    def simplify(self, size: Size) -> Size:
        """The same number in its shortest form."""
        return self.find(size)

    # --- learning ---------------------------------------------------------------------------------

    def learn(self, comparison: Comparison) -> None:
        """Take a comparison as true from now on.

        Raises:
            NeverHolds: when it never is; for an equality that is a DimMismatch.
        """
        left, right = comparison.left, comparison.right
        if comparison.relation == "==":
            self._decide(left, right)
            return
        answer = self.answer(comparison)
        if answer is False:
            raise NeverHolds(comparison)
        if answer is None and comparison.relation == "!=":
            self._nonzero[self._difference(left, right)] = None
        elif answer is None:
            least = terms_of(self.find(right - left - (comparison.relation == "<")))
            self._least[least] = None

    def assume(self, comparison: Comparison) -> None:
        """Learn a comparison; where it was not known, it is added to `assumed`.

        Raises:
            NeverHolds: when it never holds; for an equality that is a DimMismatch.
        """
        if self.answer(comparison) is not True:
            self.learn(comparison)
            self.assumed.append(comparison)

    def assume_equal(self, a: Size, b: Size) -> None:
        """Take `a` and `b` as equal from now on; raises DimMismatch if they never are."""
        self._decide(a, b)

    def meet(self, a: Size, b: Size) -> Size:
        """The one size of two that must be equal: `b` if it is a number, else `a`.

        Where it is not known that they are equal, that is assumed and added to `assumed`. Raises
        DimMismatch if they never are.
        """
        if self._decide(a, b):
            self.assumed.append(Comparison("==", a, b))
        return b if isinstance(b, int) else a

    # --- deciding ---------------------------------------------------------------------------------

    def _difference(self, a: Size, b: Size) -> Polynomial:
        return _normal_form(add(terms_of(self.find(a)), terms_of(self.find(b)), -1))

    def _is_zero(self, difference: Polynomial) -> bool | None:
        if not difference:
            return True
        low, high = bounds_of(difference)
        if low > 0 or high < 0 or _is_never_whole(difference) or difference in self._nonzero:
            return False
        if difference in self._zeros:
            return True
        multiple = any(exact_quotient(difference, zero) is not None for zero in self._zeros)
        return True if multiple else None

    def _is_nonnegative(self, terms: Polynomial) -> bool:
        return _least(terms) >= 0 or any(
            _least(add(terms, known, -1)) >= 0 for known in self._least
        )

    def _decide(self, a: Size, b: Size) -> bool:
        """Make `a` and `b` equal; whether that is a new assumption."""
        difference = self._difference(a, b)
        answer = self._is_zero(difference)
        if answer is False:
            raise DimMismatch(a, b)
        if answer is None:
            self._assume_zero(difference, _names_to_solve(self.find(a), self.find(b)))
            # A symbol that was replaced had bounds, by which the difference may have been reduced.
            rest = self._difference(a, b)
            if rest:
                self._zeros[rest] = None
        return answer is None

    def _assume_zero(self, difference: Polynomial, names: Iterator[str]) -> None:
        for name in names:
            value = _solve(difference, name)
            if value is not None:
                self._replace(name, value)
                return
        self._zeros[difference] = None

    def _replace(self, name: str, value: Size) -> None:
        solved = {known: substitute(size, {name: value}) for known, size in self._solved.items()}
        self._solved = {**solved, name: value}
        mapping = {name: terms_of(value)}
        zeros = (_normal_form(dim_operations.substitute(zero, mapping)) for zero in self._zeros)
        self._zeros = {zero: None for zero in zeros if zero}
        self._least = {dim_operations.substitute(each, mapping): None for each in self._least}
        nonzero = (dim_operations.substitute(each, mapping) for each in self._nonzero)
        self._nonzero = {_normal_form(each): None for each in nonzero}


def _normal_form(difference: Polynomial) -> Polynomial:
    """A polynomial that is 0 where `difference` is, and in few forms.

    Remainders are written by quotients, the coefficients have no common factor, and the first is
    positive.
    """
    difference = dim_operations.without_mods(difference)
    if not difference:
        return ZERO
    common = gcd(*(number for _, number in difference))
    sign = -1 if difference[0][1] < 0 else 1
    return tuple((monomial, number // (sign * common)) for monomial, number in difference)


def _is_never_whole(difference: Polynomial) -> bool:
    """Whether the terms share a factor that the constant has not: `2*n - 1` is never 0."""
    return gcd(*(number for monomial, number in difference if monomial)) > 1


def _names_to_solve(a: Size, b: Size) -> Iterator[str]:
    """Symbols in order of preference: first those that are a whole side; `b` before `a`."""
    sides = [side for side in (b, a) if isinstance(side, Dim)]
    for side in sides:
        if str(side) in side.names:
            yield str(side)
    for side in sides:
        yield from sorted(side.names)


def _solve(difference: Polynomial, name: str) -> Size | None:
    """What a symbol is where `difference` is 0, if it stands in one term, alone."""
    terms = [term for term in difference if any(name in atom.names for atom in term[0])]
    if len(terms) != 1:
        return None
    monomial, number = terms[0]
    if abs(number) != 1 or len(monomial) != 1 or not isinstance(monomial[0], Symbol):
        return None
    return size_of(scale(add(difference, (terms[0],), -1), -number))


_SPLITS = 4


def _least(terms: Polynomial, splits: int = _SPLITS) -> Bound:
    """A lower bound, by cases over the operands of min and max: `n - min(n, 4)` is at least 0."""
    low = bounds_of(terms)[0]
    extrema = [
        (number, atom)
        for (atom, *others), number in filter(_has_atoms, terms)
        if not others and isinstance(atom, Operation) and atom.name in ("min", "max")
    ]
    if not extrema or splits == 0:
        return low
    # First the least of several: then, in each case, the greatest of several may choose anew.
    number, atom = min(extrema, key=_is_greatest)
    rest = add(terms, of_atom(atom), -number)
    cases = [_least(add(rest, operand, number), splits - 1) for operand in atom.operands]
    return max(low, max(cases) if _is_greatest((number, atom)) else min(cases))


def _has_atoms(term: Term) -> bool:
    return bool(term[0])


def _is_greatest(extremum: tuple[int, Operation]) -> bool:
    """Whether a number times a min or max is the greatest of the number times its operands."""
    number, atom = extremum
    return (atom.name == "max") == (number > 0)
