"""Floordiv, mod, min and max by name, and polynomials built again from their atoms."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TypeAlias

from . import dim_division, dim_extrema
from .known import ALWAYS, Known
from .polynomial import (
    ZERO,
    Atom,
    OperationName,
    Polynomial,
    Symbol,
    add,
    multiply,
    of_atom,
    of_number,
    operations_in,
)

Build: TypeAlias = Mapping[OperationName, Callable[..., Polynomial]]
"""How an operation of polynomials is made, by its name."""


def building(known: Known) -> Build:
    """The forms of operations where this is known."""
    return {
        "floordiv": lambda a, b: dim_division.floor_divide(a, b, known),
        "mod": lambda a, b: dim_division.modulo(a, b, known),
        "min": lambda *sizes: dim_extrema.extremum("min", sizes, known),
        "max": lambda *sizes: dim_extrema.extremum("max", sizes, known),
    }


BUILD = building(ALWAYS)

COMPUTE: dict[OperationName, Callable[..., int]] = {
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
}


def substitute(
    a: Polynomial, mapping: Mapping[str, Polynomial], build: Build = BUILD
) -> Polynomial:
    """`a` with symbols replaced by name."""
    return rebuilt(a, lambda atom: mapping.get(atom.name), build)


def rebuilt(
    a: Polynomial,
    symbols: Callable[[Symbol], Polynomial | None],
    build: Build,
    values: Mapping[Atom, Polynomial] | None = None,
    finish: Callable[[Polynomial], Polynomial] = lambda a: a,
) -> Polynomial:
    """`a` made again from its atoms, operands before what uses them.

    Args:
        a: a polynomial.
        symbols: what stands for a symbol; None for itself.
        build: how operations are made.
        values: what stands for these operations.
        finish: makes the last form of each operand and of the whole.
    """
    done: dict[Atom, Polynomial] = dict(values or {})
    for operation in operations_in(a):
        if operation not in done:
            operands = [finish(_rebuilt_sum(each, symbols, done)) for each in operation.operands]
            done[operation] = build[operation.name](*operands)
    return finish(_rebuilt_sum(a, symbols, done))


def _rebuilt_sum(
    a: Polynomial,
    symbols: Callable[[Symbol], Polynomial | None],
    values: Mapping[Atom, Polynomial],
) -> Polynomial:
    total = ZERO
    for monomial, number in a:
        product = of_number(number)
        for atom in monomial:
            known = symbols(atom) if isinstance(atom, Symbol) else values[atom]
            product = multiply(product, of_atom(atom) if known is None else known)
        total = add(total, product)
    return total
