"""Two ways to write quotients and remainders: each in terms of the other.

`x % k` is `x - k*(x//k)`. With quotients alone, equal polynomials often become the same; with
remainders, which lie between 0 and k, bounds become narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .dim_operations import Build, rebuilt
from .polynomial import (
    Monomial,
    Operation,
    Polynomial,
    add,
    divide_monomial,
    multiply,
    of_atom,
    operations_in,
)

_MOST_ROUNDS = 16


def without_mods(a: Polynomial, build: Build) -> Polynomial:
    """`a` with every `x % y` written as `x - y*(x//y)`."""
    if not any(operation.name == "mod" for operation in operations_in(a)):
        return a

    def remainder(x: Polynomial, y: Polynomial) -> Polynomial:
        return add(x, multiply(y, build["floordiv"](x, y)), -1)

    return rebuilt(a, lambda _: None, {**build, "mod": remainder})


def with_mods(a: Polynomial, build: Build) -> Polynomial:
    """`a` with every `y*(x//y)` among its terms written as `x - x % y`."""
    for _ in range(_MOST_ROUNDS):
        found = next(_multiples(a), None)
        if found is None:
            break
        operation, factor = found
        dividend, divisor = operation.operands
        a = add(a, multiply(multiply(divisor, of_atom(operation)), factor), -1)
        a = add(a, multiply(add(dividend, build["mod"](dividend, divisor), -1), factor))
    return a


def _multiples(a: Polynomial) -> Iterator[tuple[Operation, Polynomial]]:
    """Quotients `x//y` in `a`, and an f of one term such that `f*y*(x//y)` is a part of `a`."""
    terms = dict(a)
    for monomial, number in a:
        for atom in monomial:
            if isinstance(atom, Operation) and atom.name == "floordiv":
                divisor = atom.operands[1]
                if not divisor:
                    continue
                first, step = divisor[0]
                part = divide_monomial(monomial, (atom, *first))
                times = abs(number) // abs(step) * (1 if (number > 0) is (step > 0) else -1)
                if part is None or times == 0:
                    continue
                factor: Polynomial = ((part, times),)
                if len(divisor) == 1 or _is_part(
                    multiply(multiply(divisor, of_atom(atom)), factor), terms
                ):
                    yield atom, factor


def _is_part(a: Polynomial, terms: Mapping[Monomial, int]) -> bool:
    return all(terms.get(monomial) == number for monomial, number in a)
