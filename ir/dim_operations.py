"""Floordiv, mod, min and max of polynomials, each in one form.

Every reduction is exact for all integers, with Python's floor semantics. What cannot be reduced
becomes an `Operation`, an atom of further polynomials.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from itertools import chain
from math import gcd
from typing import Literal

from .polynomial import (
    ZERO,
    Atom,
    Operation,
    OperationName,
    Polynomial,
    Symbol,
    add,
    bounds_of,
    exact_quotient,
    interned,
    key_of,
    known_quotient,
    multiply,
    number_of,
    of_atom,
    of_coefficients,
    of_number,
    operations_in,
    scale,
)


def _operation(name: OperationName, *operands: Polynomial) -> Polynomial:
    return of_atom(interned(Operation, name, operands))


# --- division ---------------------------------------------------------------------------------


def floor_divide(a: Polynomial, b: Polynomial) -> Polynomial:
    """`a // b`. A divisor that is or may be 0 is kept, so that evaluating raises as Python does."""
    k = number_of(b)
    if not k:
        quotient = exact_quotient(a, b) if _is_never_zero(b) else None
        return _operation("floordiv", a, b) if quotient is None else quotient
    return _divide(a, k) if k > 0 else _divide(scale(a, -1), -k)


def _divide(a: Polynomial, k: int) -> Polynomial:
    # Only what divides: `(3*n)//2` as `n + n//2` would double the text with each such step.
    quotient = of_coefficients(
        {monomial: number // k for monomial, number in a if number % k == 0 or not monomial}
    )
    return add(quotient, _divide_rest(add(a, quotient, -k), k))


def _divide_rest(rest: Polynomial, k: int) -> Polynomial:
    known = known_quotient(rest, k)
    if known is not None:
        return of_number(known)
    common, reduced, _ = _take_common(rest, k)
    if common > 1:
        # (g*x + c) // (g*k) == x // k  for 0 <= c < g
        return _divide(reduced, k // common)
    if rest[0][1] < 0:
        # -x // k == -((x + k - 1) // k), so that rounding up has one form
        return scale(_divide(add(of_number(k - 1), rest, -1), k), -1)
    inner = _shifted_operation(rest)
    if inner is not None and inner[0].name == "floordiv":
        dividend, divisor = inner[0].operands
        step = number_of(divisor)
        if step:
            # (x // j + c) // k == (x + c*j) // (j*k)
            return _divide(add(dividend, of_number(inner[1] * step)), step * k)
    return _operation("floordiv", rest, of_number(k))


def modulo(a: Polynomial, b: Polynomial) -> Polynomial:
    """`a % b`, with the sign of `b`. A divisor that is or may be 0 is kept."""
    k = number_of(b)
    if not k:
        return _modulo_by_symbols(a, b)
    return _modulo(a, k) if k > 0 else scale(_modulo(scale(a, -1), -k), -1)


def _modulo(a: Polynomial, k: int) -> Polynomial:
    rest = of_coefficients(
        {
            monomial: number % k if number > 0 or not monomial else -(-number % k)
            for monomial, number in _without_inner_mods(a, k)
        }
    )
    known = known_quotient(rest, k)
    if known is not None:
        return add(rest, of_number(-known * k))
    common, reduced, left_over = _take_common(rest, k)
    if common > 1:
        # (g*x + c) % (g*k) == g * (x % k) + c  for 0 <= c < g
        return add(of_number(left_over), _modulo(reduced, k // common), common)
    return _operation("mod", rest, of_number(k))


def _modulo_by_symbols(a: Polynomial, b: Polynomial) -> Polynomial:
    if _is_never_zero(b) and exact_quotient(a, b) is not None:
        return ZERO
    low, high = bounds_of(a)
    return a if low >= 0 and high < bounds_of(b)[0] else _operation("mod", a, b)


def _is_never_zero(a: Polynomial) -> bool:
    low, high = bounds_of(a)
    return low > 0 or high < 0


def _take_common(rest: Polynomial, k: int) -> tuple[int, Polynomial, int]:
    """`g`, `x`, `c` with `rest == g*x + c` and `0 <= c < g`, for the largest g that divides k."""
    common = gcd(k, *(number for monomial, number in rest if monomial))
    left_over = dict(rest).get((), 0) % common
    whole = add(rest, of_number(-left_over))
    return common, tuple((monomial, number // common) for monomial, number in whole), left_over


def _shifted_operation(a: Polynomial) -> tuple[Operation, int] | None:
    """The operation and the number of `operation + number`."""
    (monomial, number), *others = a
    if number != 1 or len(monomial) != 1 or any(other for other, _ in others):
        return None
    atom = monomial[0]
    return (atom, others[0][1] if others else 0) if isinstance(atom, Operation) else None


def _without_inner_mods(a: Polynomial, k: int) -> Polynomial:
    """`a` with `c*(x % j)` replaced by `c*x` where `c*j` is a multiple of k: equal modulo k."""
    for monomial, number in a:
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, Operation) and atom.name == "mod":
            dividend, divisor = atom.operands
            step = number_of(divisor)
            if step and number * step % k == 0:
                a = add(add(a, of_atom(atom), -number), dividend, number)
    return a


# --- minimum and maximum ----------------------------------------------------------------------


def minimum(*sizes: Polynomial) -> Polynomial:
    """The least of one or more polynomials, without those that never are."""
    return _extremum("min", sizes)


def maximum(*sizes: Polynomial) -> Polynomial:
    """The greatest of one or more polynomials, without those that never are."""
    return _extremum("max", sizes)


def _extremum(name: Literal["min", "max"], sizes: tuple[Polynomial, ...]) -> Polynomial:
    kept: list[Polynomial] = []
    for size in chain.from_iterable(_flattened(name, each) for each in sizes):
        if not any(_wins(name, other, size) for other in kept):
            kept = [other for other in kept if not _wins(name, size, other)]
            kept.append(size)
    return kept[0] if len(kept) == 1 else _operation(name, *sorted(kept, key=key_of))


def _flattened(name: Literal["min", "max"], size: Polynomial) -> tuple[Polynomial, ...]:
    inner = _shifted_operation(size) if size else None
    if inner is not None and inner[0].name == name and inner[1] == 0:
        return inner[0].operands
    return (size,)


def _wins(name: Literal["min", "max"], a: Polynomial, b: Polynomial) -> bool:
    """Whether `a` is the min (or max) of both, whatever the symbols are."""
    low, high = bounds_of(add(b, a, -1))
    return low >= 0 if name == "min" else high <= 0


# --- by name ----------------------------------------------------------------------------------

BUILD: dict[OperationName, Callable[..., Polynomial]] = {
    "floordiv": floor_divide,
    "mod": modulo,
    "min": minimum,
    "max": maximum,
}

COMPUTE: dict[OperationName, Callable[..., int]] = {
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
}


def substitute(a: Polynomial, mapping: Mapping[str, Polynomial]) -> Polynomial:
    """`a` with symbols replaced by name."""
    return _rebuild(a, mapping, BUILD)


def without_mods(a: Polynomial) -> Polynomial:
    """`a` with every `x % y` written as `x - y*(x//y)`."""
    if not any(operation.name == "mod" for operation in operations_in(a)):
        return a
    return _rebuild(a, {}, {**BUILD, "mod": _remainder})


def _remainder(a: Polynomial, b: Polynomial) -> Polynomial:
    return add(a, multiply(b, floor_divide(a, b)), -1)


def _rebuild(
    a: Polynomial,
    mapping: Mapping[str, Polynomial],
    build: Mapping[OperationName, Callable[..., Polynomial]],
) -> Polynomial:
    values: dict[Atom, Polynomial] = {}
    for operation in operations_in(a):
        operands = [_rebuild_sum(operand, mapping, values) for operand in operation.operands]
        values[operation] = build[operation.name](*operands)
    return _rebuild_sum(a, mapping, values)


def _rebuild_sum(
    a: Polynomial, mapping: Mapping[str, Polynomial], values: Mapping[Atom, Polynomial]
) -> Polynomial:
    total = ZERO
    for monomial, number in a:
        product = of_number(number)
        for atom in monomial:
            known = mapping.get(atom.name) if isinstance(atom, Symbol) else values[atom]
            product = multiply(product, of_atom(atom) if known is None else known)
        total = add(total, product)
    return total
