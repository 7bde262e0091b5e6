"""Min and max of polynomials, each in one form, without operands that never win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd
from typing import Literal, TypeAlias

from .known import Known
from .polynomial import (
    Polynomial,
    add,
    key_of,
    of_coefficients,
    of_number,
    operation,
    scale,
    scaled_operation,
)

Extremum: TypeAlias = Literal["min", "max"]

_OPPOSITE: dict[Extremum, Extremum] = {"min": "max", "max": "min"}


def extremum(name: Extremum, sizes: Iterable[Polynomial], known: Known) -> Polynomial:
    """The least or the greatest of one or more polynomials."""
    kept: list[Polynomial] = []
    for size in (part for each in sizes for part in _flattened(name, each)):
        if not any(_wins(name, other, size, known) for other in kept):
            kept = [other for other in kept if not _wins(name, size, other, known)]
            kept.append(size)
    if len(kept) == 1:
        return kept[0]
    common = _common_terms(kept)
    if common:  # without it an operand may be of the same kind, or all may be negative
        rest = [add(size, common, -1) for size in kept]
        return add(common, extremum(name, rest, known))
    if all(number < 0 for size in kept for monomial, number in size if monomial):
        # min(-a, -b) == -max(a, b)
        name, sign = _OPPOSITE[name], -1
    else:
        sign = 1
    factor = sign * gcd(*(number for size in kept for _, number in size))
    operands = sorted((_divided(size, factor) for size in kept), key=key_of)
    return scale(operation(name, *operands), factor)


def _flattened(name: Extremum, size: Polynomial) -> Iterator[Polynomial]:
    """What a size is the min (or max) of: itself, or the operands of one inside it."""
    inner = scaled_operation(size)
    if inner is None:
        yield size
        return
    atom, factor, offset = inner
    if atom.name == (name if factor > 0 else _OPPOSITE[name]):
        for operand in atom.operands:
            yield from _flattened(name, add(of_number(offset), operand, factor))
    else:
        yield size


def _wins(name: Extremum, a: Polynomial, b: Polynomial, known: Known) -> bool:
    """Whether `a` is the min (or max) of both, whatever the symbols are."""
    return known.is_nonnegative(add(b, a, -1) if name == "min" else add(a, b, -1))


def _common_terms(sizes: list[Polynomial]) -> Polynomial:
    """The terms that all sizes have; `min(n + 1, m + 1)` is `1 + min(n, m)`."""
    shared = dict(sizes[0])
    for size in sizes[1:]:
        terms = dict(size)
        shared = {m: number for m, number in shared.items() if terms.get(m) == number}
    return of_coefficients(shared)


def _divided(a: Polynomial, factor: int) -> Polynomial:
    return tuple((monomial, number // factor) for monomial, number in a)
