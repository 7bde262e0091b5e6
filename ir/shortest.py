"""Polynomials in the words of the user, and the shortest of several that are equal."""

from __future__ import annotations

from .dim_operations import BUILD, rebuilt
from .fact_store import FactStore
from .polynomial import (
    Operation,
    Polynomial,
    add,
    divide_monomial,
    exact_quotient,
    multiply,
    of_atom,
    operations_in,
)
from .remainders import with_mods, without_mods

_MOST_ROUNDS = 64


def in_words(store: FactStore, a: Polynomial) -> Polynomial:
    """`a` without symbols of the store's own: `8*q` is `n` where q was made for that.

    It has the form that its text makes, by what is known of all sizes: what the facts say makes
    other forms, which nobody has who reads the size.
    """

    def finish(part: Polynomial) -> Polynomial:
        for _ in range(_MOST_ROUNDS):
            newer = _with_one_less(store, part)
            if newer is None:
                break
            part = newer
        return part

    if not store.parts and next(operations_in(a), None) is None:
        return a
    return rebuilt(a, lambda _: None, BUILD, finish=finish)


def _with_one_less(store: FactStore, a: Polynomial) -> Polynomial | None:
    """`a` with the first such symbol in its terms replaced; None where there is none."""
    for monomial, number in a:
        for atom in monomial:
            part = store.parts.get(atom.name) if not isinstance(atom, Operation) else None
            if part is None:
                continue
            term = ((monomial, number),)
            times = exact_quotient(term, multiply(part.step, of_atom(atom)))
            if times is not None:
                other = multiply(times, in_words(store, part.whole))
            else:
                rest = divide_monomial(monomial, (atom,))
                assert rest is not None
                other = multiply(in_words(store, part.quotient), ((rest, number),))
            return add(add(a, term, -1), other)
    return None


def shortest(store: FactStore, a: Polynomial) -> Polynomial:
    """What reads shortest of `a` and what is equal to it by the facts."""
    reduced = store.reduced(a)
    forms = [reduced, with_mods(reduced, store.build), without_mods(reduced, store.build)]
    return min((*(in_words(store, form) for form in dict.fromkeys(forms)), a), key=_length)


def _length(a: Polynomial) -> int:
    """How many names, numbers and operations the text has."""
    lengths: dict[object, int] = {}
    for operation in operations_in(a):
        lengths[operation] = 1 + sum(_terms_length(each, lengths) for each in operation.operands)
    return _terms_length(a, lengths)


def _terms_length(a: Polynomial, lengths: dict[object, int]) -> int:
    return sum(
        (abs(number) != 1 or not monomial) + sum(lengths.get(atom, 1) for atom in monomial)
        for monomial, number in a
    )
