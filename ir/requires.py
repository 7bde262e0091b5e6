"""What a graph relies on, in its shortest form: `m + n == n` is `m == 0`.

`2*(n//2) == n` is `n % 2 == 0`, and `min(m, n) == n` is `n <= m`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import gcd

from . import polynomial
from .comparison import Comparison
from .diagnostics import CompilerBug
from .dims import Size, dim_max, dim_min, size_of, terms_of
from .facts import Facts
from .graph import Graph, Node, Operand, Require, as_size
from .place import Place
from .polynomial import Monomial, Operation, Polynomial, add, multiply, scale
from .region_facts import learn


class Requires:
    """The requires of a graph that is being built, in their shortest form.

    Attributes:
        are_complete: whether each was known before the first node, and none follows from others.
    """

    def __init__(self, graph: Graph) -> None:
        self.are_complete = True
        self._graph = graph
        self._originals: dict[Comparison, Comparison] = {}
        self._learned: list[Require] = []
        self._facts = Facts()

    def add(self, comparison: Comparison, place: Place, *, late: bool) -> None:
        """Check one more comparison at the call; `late` where there are nodes already."""
        self._graph.requires.append(Require(comparison, place))
        self.are_complete &= not late

    def reduced(self, comparison: Comparison) -> Comparison:
        """The shortest comparison that says the same where everything before it holds.

        It stays as it is when it is given again.
        """
        requires = self._graph.requires
        if self._learned != requires[: len(self._learned)]:  # some were taken back
            self._learned, self._facts = [], Facts()
        for require in requires[len(self._learned) :]:
            learn(self._facts, [require.comparison])
            self._learned.append(require)
        shortest = reduced(comparison, self._facts)
        self._originals[shortest] = comparison
        return shortest

    def finish(self) -> None:
        """Leave out what follows from the others."""
        pairs = [
            (each, self._originals.get(each.comparison, each.comparison))
            for each in self._graph.requires
        ]
        kept = minimal(pairs)
        self.are_complete &= len(kept) == len(pairs)
        self._graph.requires[:] = kept


def required(node: Node) -> Comparison:
    """What a `require` node relies on."""
    left, right = map(_size, node.operands)
    return Comparison(node.attributes["relation"], left, right)


def _size(operand: Operand) -> Size:
    size = as_size(operand)
    if size is None:
        raise CompilerBug(f"{operand!r} is no size")
    return size


def reduced(comparison: Comparison, facts: Facts) -> Comparison:
    """The shortest comparison that says the same where the facts hold.

    The facts, with what is returned, tell that `comparison` holds. What is returned stays as it is
    when it is given again.
    """
    seen = [_shorter(comparison, facts)]
    while (newer := _shorter(seen[-1], facts)) not in seen:
        seen.append(newer)
    round_ = seen[seen.index(newer) :]  # forms of one length may lead to one another
    return min(round_, key=lambda each: (_length(each), str(each)))


def _shorter(comparison: Comparison, facts: Facts) -> Comparison:
    simple = Comparison(
        comparison.relation, facts.simplify(comparison.left), facts.simplify(comparison.right)
    )
    forms = [form for each in (comparison, simple) for form in _forms(each, facts)]
    for form in sorted(dict.fromkeys(forms), key=_length):
        known = facts.copy()
        learn(known, [form])
        if known.answer(comparison):
            return form
    return comparison


def minimal(requires: Sequence[tuple[Require, Comparison]]) -> list[Require]:
    """The requires without those that follow from the others.

    Args:
        requires: each with what it was before it was reduced, which has to follow as well.
    """
    plain = Facts()
    others = []
    for require, _ in requires:
        if _is_independent(require.comparison):
            learn(plain, [require.comparison])
        else:
            others.append(require)
    kept = list(others)
    for require, original in requires:
        if require in kept:
            facts = plain.copy()
            for other in kept:
                if other is not require:
                    learn(facts, [other.comparison])
            if facts.answer(require.comparison) and facts.answer(original):
                kept.remove(require)
    return [each for each, _ in requires if each not in others or each in kept]


def _is_independent(comparison: Comparison) -> bool:
    """Whether it is a linear equation of symbols: one that was news never follows from others."""
    terms = _difference(comparison)
    return comparison.relation == "==" and all(
        len(monomial) < 2 and not any(isinstance(atom, Operation) for atom in monomial)
        for monomial, _ in terms
    )


# --- the shortest form --------------------------------------------------------------------------


def _difference(comparison: Comparison) -> Polynomial:
    return add(terms_of(comparison.left), terms_of(comparison.right), -1)


def _length(comparison: Comparison) -> int:
    """How much there is to read: the symbols, numbers and signs."""
    sides = [terms_of(comparison.left), terms_of(comparison.right)]
    sides += [
        operand
        for side in tuple(sides)
        for operation in polynomial.operations_in(side)
        for operand in operation.operands
    ]
    return sum(
        len(monomial) + (abs(number) != 1) + 1 for side in sides for monomial, number in side
    )


def _forms(comparison: Comparison, facts: Facts) -> Iterator[Comparison]:
    """Both sides without what they have in common: terms, factors known to be above 0.

    Then what says the same in another way.
    """
    difference = _without_common_number(_difference(comparison), comparison.relation)
    common, rest = _common_factor(difference, facts)
    if comparison.relation in ("==", "!="):
        for shorter in _as_remainder(rest):
            yield Comparison(comparison.relation, size_of(multiply(common, shorter)), 0)
    if comparison.relation == "==" and common == polynomial.of_number(1):
        for order in _as_order(rest):
            yield from _forms(order, facts)
    yield _split(comparison.relation, multiply(common, rest))


def _without_common_number(terms: Polynomial, relation: str) -> Polynomial:
    divisor = gcd(*(number for monomial, number in terms if monomial))
    constant = next((number for monomial, number in terms if not monomial), 0)
    if divisor < 2 or (relation in ("==", "!=") and constant % divisor):
        return terms
    # `2*n + 1 <= 0` is `n + 1 <= 0`, and `2*n + 1 < 0` is `n < 0`.
    rounded = constant // divisor if relation == "<" else -(-constant // divisor)
    parts = {monomial: number // divisor for monomial, number in terms if monomial}
    return polynomial.of_coefficients({**parts, (): rounded})


def _common_factor(terms: Polynomial, facts: Facts) -> tuple[Polynomial, Polynomial]:
    """The factors of all terms that may be 0, and the terms without any common factor."""
    if not terms:
        return polynomial.of_number(1), terms
    shared = Counter(terms[0][0])
    for monomial, _ in terms[1:]:
        shared &= Counter(monomial)
    factor: Monomial = tuple(sorted(shared.elements(), key=lambda atom: atom.key))
    whole = polynomial.exact_quotient(terms, ((factor, 1),))
    assert whole is not None
    kept = tuple(
        atom for atom in factor if facts.at_least(size_of(polynomial.of_atom(atom)), 1) is not True
    )
    return ((kept, 1),), whole


def _as_remainder(terms: Polynomial) -> Iterator[Polynomial]:
    """`n - 2*(n//2)` as `n % 2`, `n//2 - 2*(n//4)` as `n//2 % 2`."""
    for monomial, number in terms:
        for atom in monomial:
            if isinstance(atom, Operation) and atom.name == "floordiv":
                dividend, divisor = map(size_of, atom.operands)
                whole = divisor
                if isinstance(divisor, int) and divisor % number == 0:
                    dividend, whole = dividend // (divisor // abs(number)), abs(number)
                rest = terms_of(dividend - whole * size_of(polynomial.of_atom(atom)))
                if terms in (rest, scale(rest, -1)):
                    yield terms_of(dividend % whole)


def _as_order(terms: Polynomial) -> Iterator[Comparison]:
    """What `terms` being 0 is, where they are a min or max without one of its operands."""
    for atom, chosen in polynomial.chosen_operands(terms):
        others = [operand for operand in atom.operands if operand != chosen]
        combine = dim_min if atom.name == "min" else dim_max
        one, other = size_of(chosen), combine(*map(size_of, others))
        yield Comparison("<=", *((one, other) if atom.name == "min" else (other, one)))


def _split(relation: str, terms: Polynomial) -> Comparison:
    """Terms against 0, as two sides without negative terms."""
    left = tuple(term for term in terms if term[1] > 0)
    right = tuple((monomial, -number) for monomial, number in terms if number < 0)
    sides: tuple[Size, Size] = (size_of(left), size_of(right))
    if relation in ("==", "!=") and _reads_better_swapped(*sides):
        sides = sides[1], sides[0]
    return Comparison(relation, *sides)  # type: ignore[arg-type]


def _reads_better_swapped(left: Size, right: Size) -> bool:
    """Numbers stand on the right, symbols on the left; the rest is in the order of the text."""
    return _rank(right) < _rank(left)


def _rank(size: Size) -> tuple[int, str]:
    if isinstance(size, int):
        return 2, ""
    return int(str(size) not in size.names), str(size)
