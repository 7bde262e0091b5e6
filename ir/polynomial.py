"""Integer polynomials over symbols and operations: what a `Dim` holds.

A polynomial is a sorted tuple of terms `(monomial, coefficient)`; a monomial is a sorted tuple of
atoms, a power being a repetition; an atom is a symbol or a floordiv, mod, min or max of
polynomials. Atoms are hash-consed, so that equal polynomials are equal tuples. Every order is by
structure, never by creation: the same program gives the same text in any process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from typing import Any, Literal, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from .bounds import Bounds, divide_bounds, modulo_bounds, multiply_bounds, sum_bounds

OperationName: TypeAlias = Literal["floordiv", "mod", "min", "max"]
Key: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Symbol:
    """A number that only a call knows; it lies within `bounds`."""

    name: str
    bounds: Bounds
    key: Key = field(init=False, repr=False)
    names: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", (0, self.name, self.bounds))
        object.__setattr__(self, "names", frozenset((self.name,)))

    def __reduce__(self) -> Key:
        return interned, (Symbol, self.name, self.bounds)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Operation:
    """Floordiv, mod, min or max of polynomials, as Python computes it on integers."""

    name: OperationName
    operands: tuple[Polynomial, ...]
    bounds: Bounds = field(init=False, repr=False)
    depth: int = field(init=False, repr=False)
    key: Key = field(init=False, repr=False)
    names: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        inner = [atom for operand in self.operands for atom in _operations_of(operand)]
        depth = 1 + max((atom.depth for atom in inner), default=0)
        bounds = [bounds_of(operand) for operand in self.operands]
        object.__setattr__(self, "bounds", operation_bounds(self.name, bounds))
        object.__setattr__(self, "depth", depth)
        object.__setattr__(self, "key", (depth, self.name, *self._operand_keys(depth)))
        object.__setattr__(self, "names", frozenset[str]().union(*map(names_in, self.operands)))

    def _operand_keys(self, depth: int) -> Key:
        keys = tuple(map(key_of, self.operands))
        # Deeper keys would be compared recursively, beyond the depth that Python allows.
        return keys if depth <= 2 else (sha256(repr(keys).encode()).digest(),)

    def __reduce__(self) -> Key:
        return interned, (Operation, self.name, self.operands)


Atom: TypeAlias = Symbol | Operation
Monomial: TypeAlias = tuple[Atom, ...]
Term: TypeAlias = tuple[Monomial, int]
Polynomial: TypeAlias = tuple[Term, ...]

ZERO: Polynomial = ()

_OPERATION_BOUNDS: dict[OperationName, Callable[[list[Bounds]], Bounds]] = {
    "floordiv": lambda bounds: divide_bounds(bounds[0], bounds[1]),
    "mod": lambda bounds: modulo_bounds(bounds[0], bounds[1]),
    "min": lambda bounds: (min(low for low, _ in bounds), min(high for _, high in bounds)),
    "max": lambda bounds: (max(low for low, _ in bounds), max(high for _, high in bounds)),
}


def operation_bounds(name: OperationName, operands: list[Bounds]) -> Bounds:
    """Bounds of an operation, given those of its operands."""
    return _OPERATION_BOUNDS[name](operands)


# --- hash-consing -----------------------------------------------------------------------------

_Interned = TypeVar("_Interned")
_known: WeakValueDictionary[Key, Any] = WeakValueDictionary()
_lock = threading.Lock()


def interned(kind: Callable[..., _Interned], *fields: Any) -> _Interned:
    """`kind(*fields)`, the same object for the same fields while it is in use."""
    key = (kind, *fields)
    found: _Interned | None = _known.get(key)
    if found is None:
        with _lock:
            found = _known.get(key)
            if found is None:
                found = _known[key] = kind(*fields)
    return found


# --- making and reading -----------------------------------------------------------------------


def of_atom(atom: Atom) -> Polynomial:
    """The polynomial that is one atom."""
    return (((atom,), 1),)


def operation(name: OperationName, *operands: Polynomial) -> Polynomial:
    """The polynomial that is one operation, as it stands."""
    return of_atom(interned(Operation, name, operands))


def of_number(number: int) -> Polynomial:
    """The constant polynomial."""
    return (((), number),) if number else ZERO


def number_of(polynomial: Polynomial) -> int | None:
    """The number of a constant polynomial; None for any other."""
    if not polynomial:
        return 0
    monomial, number = polynomial[0]
    return None if monomial else number


def scaled_operation(polynomial: Polynomial) -> tuple[Operation, int, int] | None:
    """The operation, factor and offset of `factor*operation + offset`; None for any other."""
    if not 0 < len(polynomial) < 3 or (len(polynomial) == 2 and polynomial[1][0]):
        return None
    monomial, factor = polynomial[0]
    if len(monomial) != 1 or not isinstance(monomial[0], Operation):
        return None
    return monomial[0], factor, polynomial[1][1] if len(polynomial) == 2 else 0


def shifted_operation(polynomial: Polynomial) -> tuple[Operation, int] | None:
    """The operation and offset of `operation + offset`; None for any other."""
    found = scaled_operation(polynomial)
    return (found[0], found[2]) if found is not None and found[1] == 1 else None


def of_coefficients(coefficients: Mapping[Monomial, int]) -> Polynomial:
    """The sum of `coefficient * monomial`."""
    terms = [term for term in coefficients.items() if term[1]]
    if len(terms) > 1:
        terms.sort(key=_order)
    return tuple(terms)


def _order(term: Term) -> Key:
    """Graded lexicographic: the highest degree first, the constant last."""
    return -len(term[0]), tuple(atom.key for atom in term[0])


def key_of(polynomial: Polynomial) -> Key:
    """Orders polynomials by structure, constants last."""
    return not _has_atoms(polynomial), tuple((*_order(term), term[1]) for term in polynomial)


def _has_atoms(polynomial: Polynomial) -> bool:
    return number_of(polynomial) is None


def names_in(polynomial: Polynomial) -> frozenset[str]:
    """The names of all symbols, also inside operations."""
    if len(polynomial) == 1 and len(polynomial[0][0]) == 1:
        return polynomial[0][0][0].names
    return frozenset[str]().union(*(atom.names for atom in atoms_of(polynomial)))


def atoms_of(polynomial: Polynomial) -> Iterator[Atom]:
    """The atoms of every term, not those inside operations."""
    return (atom for monomial, _ in polynomial for atom in monomial)


def bounds_of(polynomial: Polynomial) -> Bounds:
    """The least and the greatest value, as far as the terms alone tell."""
    return sum_bounds(_term_bounds(monomial, number) for monomial, number in polynomial)


def _term_bounds(monomial: Monomial, number: int) -> Bounds:
    bounds: Bounds = (number, number)
    for atom in monomial:
        bounds = multiply_bounds(bounds, atom.bounds)
    return bounds


def symbol_in(polynomial: Polynomial) -> Symbol | None:
    """The symbol that a polynomial is, as most are; None for any other one."""
    if len(polynomial) != 1:
        return None
    ((monomial, number),) = polynomial
    is_atom = number == 1 and len(monomial) == 1
    return monomial[0] if is_atom and isinstance(monomial[0], Symbol) else None


def operations_in(polynomial: Polynomial) -> Iterator[Operation]:
    """Every operation, operands before what uses them, each once."""
    done: set[Operation] = set()
    # A stack, since nesting may be deeper than Python recurses.
    stack = [(operation, False) for operation in reversed(_operations_of(polynomial))]
    while stack:
        operation, is_ready = stack.pop()
        if operation in done:
            continue
        if is_ready:
            done.add(operation)
            yield operation
        else:
            stack.append((operation, True))
            inner = [each for operand in operation.operands for each in _operations_of(operand)]
            stack += [(each, False) for each in reversed(inner)]


def _operations_of(polynomial: Polynomial) -> list[Operation]:
    return [atom for atom in atoms_of(polynomial) if isinstance(atom, Operation)]


# --- arithmetic -------------------------------------------------------------------------------


def add(a: Polynomial, b: Polynomial, factor: int = 1) -> Polynomial:
    """`a + factor * b`."""
    coefficients = dict(a)
    for monomial, number in b:
        coefficients[monomial] = coefficients.get(monomial, 0) + factor * number
    return of_coefficients(coefficients)


def scale(a: Polynomial, factor: int) -> Polynomial:
    """`factor * a`."""
    return tuple((monomial, factor * number) for monomial, number in a) if factor else ZERO


def multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    """`a * b`, multiplied out."""
    coefficients: dict[Monomial, int] = {}
    for left, left_number in a:
        for right, right_number in b:
            monomial = multiply_monomials(left, right)
            number = coefficients.get(monomial, 0) + left_number * right_number
            coefficients[monomial] = number
    return of_coefficients(coefficients)


def multiply_monomials(left: Monomial, right: Monomial) -> Monomial:
    """The product of two products of atoms."""
    if not (left and right):
        return left or right
    return tuple(sorted(left + right, key=lambda atom: atom.key))


def exact_quotient(a: Polynomial, b: Polynomial) -> Polynomial | None:
    """The polynomial `q` with `a == q * b`; None if there is none or `b` is the number 0.

    Long division by leading terms, which the order of terms makes exact.
    """
    if not b:
        return None
    quotient = ZERO
    divisor, divisor_number = b[0]
    while a:
        monomial, number = a[0]
        factor = divide_monomial(monomial, divisor)
        if factor is None or number % divisor_number:
            return None
        step: Polynomial = ((factor, number // divisor_number),)
        quotient = add(quotient, step)
        a = add(a, multiply(step, b), -1)
    return quotient


def divide_monomial(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """The product of the atoms that are left; None where one of the divisor's is missing."""
    factors = list(monomial)
    for atom in divisor:
        if atom not in factors:
            return None
        factors.remove(atom)
    return tuple(factors)


def divided(polynomial: Polynomial, factor: Monomial) -> Polynomial:
    """The polynomial without a product of atoms that is in every term."""
    return tuple((divide_monomial(monomial, factor) or (), n) for monomial, n in polynomial)


def divisors(monomial: Monomial) -> Iterator[Monomial]:
    """The products of some of the atoms, the largest first."""
    yield monomial
    for size in range(len(monomial) - 1, 0, -1):
        yield from dict.fromkeys(combinations(monomial, size))


def chosen_operands(a: Polynomial) -> Iterator[tuple[Operation, Polynomial]]:
    """Each min or max, with the operand that it is where `a`, their difference, is 0."""
    for monomial, number in a:
        atom = monomial[0] if len(monomial) == 1 and abs(number) == 1 else None
        if isinstance(atom, Operation) and atom.name in ("min", "max"):
            chosen = add(scale(a, -number), of_atom(atom))
            if chosen in atom.operands:
                yield atom, chosen


def shared_atoms(monomials: Iterable[Monomial]) -> Monomial:
    """The largest product of atoms that divides all of one or more monomials."""
    first, *others = monomials
    shared = list(first)
    for other in others:
        if not shared:
            break
        rest = list(other)
        kept, shared = shared, []
        for atom in kept:
            if atom in rest:
                rest.remove(atom)
                shared.append(atom)
    return tuple(shared)
