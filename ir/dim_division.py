"""Floordiv and mod of polynomials, each in one form.

Every reduction is exact for all integers, with Python's floor semantics. What cannot be reduced
becomes an `Operation`. A divisor that is or may be 0 is kept, so that evaluating raises as Python
does. What is reduced depends on what is known of the polynomials: `n // m` is 0 where `n < m`.
"""

from __future__ import annotations

from itertools import product
from math import gcd, prod

from .bounds import divide_bounds
from .known import Known
from .polynomial import (
    ZERO,
    Monomial,
    Operation,
    Polynomial,
    add,
    atoms_of,
    divide_monomial,
    divided,
    exact_quotient,
    multiply,
    number_of,
    of_atom,
    of_coefficients,
    of_number,
    operation,
    scale,
    shared_atoms,
    shifted_operation,
)


def floor_divide(a: Polynomial, b: Polynomial, known: Known) -> Polynomial:
    """`a // b`."""
    k = number_of(b)
    if k is None:
        return _divide_by_symbols(a, b, known)
    if k == 0:
        return operation("floordiv", a, b)
    return _divide(a, k, known) if k > 0 else _divide(scale(a, -1), -k, known)


def modulo(a: Polynomial, b: Polynomial, known: Known) -> Polynomial:
    """`a % b`, with the sign of `b`."""
    k = number_of(b)
    if k is None:
        return _modulo_by_symbols(a, b, known)
    if k == 0:
        return operation("mod", a, b)
    return _modulo(a, k, known) if k > 0 else scale(_modulo(scale(a, -1), -k, known), -1)


# --- by a number ------------------------------------------------------------------------------


def _divide(a: Polynomial, k: int, known: Known) -> Polynomial:
    # Only what divides: `(3*n)//2` as `n + n//2` would double the text with each such step.
    quotient = of_coefficients(
        {monomial: number // k for monomial, number in a if number % k == 0 or not monomial}
    )
    return add(quotient, _divide_rest(add(a, quotient, -k), k, known))


def _divide_rest(rest: Polynomial, k: int, known: Known) -> Polynomial:
    number = known.quotient(rest, k)
    if number is not None:
        return of_number(number)
    common, reduced, _ = _take_common(rest, k)
    if common > 1:
        # (g*x + c) // (g*k) == x // k  for 0 <= c < g
        return _divide(reduced, k // common, known)
    if rest[0][1] < 0:
        # -x // k == -((x + k - 1) // k), so that rounding up has one form
        return scale(_divide(add(of_number(k - 1), rest, -1), k, known), -1)
    inner = shifted_operation(rest)
    if inner is not None and inner[0].name == "floordiv":
        dividend, divisor = inner[0].operands
        # (x // j + c) // k == (x + c*j) // (j*k)
        whole = add(dividend, divisor, inner[1])
        return floor_divide(whole, scale(divisor, k), known)
    return operation("floordiv", rest, of_number(k))


def _modulo(a: Polynomial, k: int, known: Known) -> Polynomial:
    rest = of_coefficients(
        {
            monomial: number % k if number > 0 or not monomial else -(-number % k)
            for monomial, number in _without_inner_mods(a, of_number(k))
        }
    )
    quotient = known.quotient(rest, k)
    if quotient is not None:
        return add(rest, of_number(-quotient * k))
    common, reduced, left_over = _take_common(rest, k)
    if common > 1:
        # (g*x + c) % (g*k) == g * (x % k) + c  for 0 <= c < g
        return add(of_number(left_over), _modulo(reduced, k // common, known), common)
    remainder = _constant_remainder(rest, k)
    return operation("mod", rest, of_number(k)) if remainder is None else of_number(remainder)


def _take_common(rest: Polynomial, k: int) -> tuple[int, Polynomial, int]:
    """`g`, `x`, `c` with `rest == g*x + c` and `0 <= c < g`, for the largest g that divides k."""
    common = gcd(k, *(number for monomial, number in rest if monomial))
    left_over = dict(rest).get((), 0) % common
    whole = add(rest, of_number(-left_over))
    return common, tuple((monomial, number // common) for monomial, number in whole), left_over


_MOST_RESIDUES = 64


def _constant_remainder(a: Polynomial, k: int) -> int | None:
    """`a % k` where it is the same for all integers: `(n*n - n) % 2` is 0."""
    if not a or len(a[0][0]) < 2:
        return None
    atoms = tuple(dict.fromkeys(atoms_of(a)))
    if k ** len(atoms) > _MOST_RESIDUES:
        return None
    found: int | None = None
    for residues in product(range(k), repeat=len(atoms)):
        values = dict(zip(atoms, residues, strict=True))
        value = sum(number * prod(values[atom] for atom in monomial) for monomial, number in a)
        if found is not None and found != value % k:
            return None
        found = value % k
    return found


# --- by symbols -------------------------------------------------------------------------------


def _divide_by_symbols(a: Polynomial, b: Polynomial, known: Known) -> Polynomial:
    is_never_zero = known.is_never_zero(b)
    if is_never_zero:
        quotient = _quotient(a, b, known)
        if quotient is not None:
            return quotient
    whole, rest = _split(a, b)
    if whole and rest:
        return add(whole, _divide_by_symbols(rest, b, known))
    if whole and a[0][1] < 0:
        return scale(_divide_by_symbols(scale(a, -1), b, known), -1)
    reduced = _without_common_factor(a, b, known)
    if reduced is not None:
        return floor_divide(*reduced, known)
    if a and known.bounds(b)[0] >= 0:
        if a[0][1] < 0:
            # -x // k == -((x - 1) // k) - 1
            flipped = add(scale(a, -1), of_number(-1))
            return add(of_number(-1), floor_divide(flipped, b, known), -1)
        inner = shifted_operation(a)
        if inner is not None and inner[0].name == "floordiv":
            dividend, divisor = inner[0].operands
            return floor_divide(add(dividend, divisor, inner[1]), multiply(divisor, b), known)
    return operation("floordiv", a, b)


def _quotient(a: Polynomial, b: Polynomial, known: Known) -> Polynomial | None:
    """`a // b` where it divides without rest or the bounds leave one number; `b` is not 0."""
    quotient = exact_quotient(a, b)
    if quotient is not None:
        return quotient
    low, high = divide_bounds(known.bounds(a), known.bounds(b))
    if low == high:
        return of_number(int(low))
    return ZERO if _is_remainder(a, b, known) else None


def _is_remainder(a: Polynomial, b: Polynomial, known: Known) -> bool:
    """Whether `0 <= a < b`."""
    below = add(add(b, a, -1), of_number(-1))
    return known.bounds(a)[0] >= 0 and known.is_nonnegative(below)


def _modulo_by_symbols(a: Polynomial, b: Polynomial, known: Known) -> Polynomial:
    a = _without_inner_mods(a, b)
    if known.is_never_zero(b) and exact_quotient(a, b) is not None:
        return ZERO
    _, rest = _split(a, b)
    if rest:
        a = rest
    if _is_remainder(a, b, known):
        return a
    reduced = _without_common_factor(a, b, known)
    if reduced is not None:
        # (g*x + c) % (g*y) == g * (x % y) + c
        x, y = reduced
        factor = exact_quotient(b, y) or ZERO
        return add(add(a, multiply(factor, x), -1), multiply(factor, modulo(x, y, known)))
    return operation("mod", a, b)


def _split(a: Polynomial, b: Polynomial) -> tuple[Polynomial, Polynomial]:
    """`q` and `r` with `a == q*b + r`: the terms that a `b` of one term divides, and the others."""
    if len(b) != 1:
        return ZERO, a
    divisor, step = b[0]
    quotient: dict[Monomial, int] = {}
    rest: dict[Monomial, int] = {}
    for monomial, number in a:
        part = divide_monomial(monomial, divisor)
        if part is None or number % step:
            rest[monomial] = number
        else:
            quotient[part] = number // step
    return of_coefficients(quotient), of_coefficients(rest)


def _without_common_factor(
    a: Polynomial, b: Polynomial, known: Known
) -> tuple[Polynomial, Polynomial] | None:
    """`x` and `y` with the same quotient as `a` and `b`; None where they have no common factor."""
    if not a:
        return None
    shared = shared_atoms([monomial for monomial, _ in (*a, *b)])
    shared = tuple(atom for atom in shared if known.is_never_zero(of_atom(atom)))
    if shared:
        return divided(a, shared), divided(b, shared)
    common = gcd(*(number for monomial, number in (*a, *b) if monomial), dict(b).get((), 0))
    if common > 1 and known.bounds(b)[0] >= 0:
        # (g*x + c) // (g*y) == x // y  for 0 <= c < g
        left_over = dict(a).get((), 0) % common
        whole = add(a, of_number(-left_over))
        return _number_divided(whole, common), _number_divided(b, common)
    return None


def _number_divided(a: Polynomial, common: int) -> Polynomial:
    return tuple((monomial, number // common) for monomial, number in a)


def _without_inner_mods(a: Polynomial, b: Polynomial) -> Polynomial:
    """`a` with `c*(x % j)` replaced by `c*x` where `c*j` is a multiple of b: equal modulo b."""
    for monomial, number in a:
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, Operation) and atom.name == "mod":
            dividend, divisor = atom.operands
            if exact_quotient(scale(divisor, number), b) is not None:
                a = add(add(a, of_atom(atom), -number), dividend, number)
    return a
