"""Integer polynomials in symbolic sizes: the algebra behind `dslc.ir.dims`.

A `Dim` is a sum of monomials with integer coefficients; a monomial is a product of atoms; an atom is a symbol, or a floordiv,
mod, min or max of sizes that cannot be reduced. Dims and atoms are hash-consed: equal ones are the same object, so
that `==` and `hash` are those of the object. Every order (of terms, factors, operands) is by structure, never by creation.
"""

from __future__ import annotations

import math
import operator
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, ClassVar, Literal, NoReturn, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from .bounds import Bounds, divide_bounds, modulo_bounds, multiply_bounds, sum_bounds
from .diagnostics import Diagnostic, DslError

OperationName: TypeAlias = Literal["floordiv", "mod", "min", "max"]
Size: TypeAlias = "int | Dim"
Key: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Symbol:
    """A size that only a call knows; it lies in `bounds`."""

    name: str
    bounds: Bounds

    @property
    def key(self) -> Key:
        return (0, self.name, self.bounds)

    @property
    def names(self) -> frozenset[str]:
        return frozenset((self.name,))

    def __reduce__(self) -> Key:
        return _intern, (Symbol, self.name, self.bounds)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Operation:
    """`floordiv`, `mod`, `min` or `max` of sizes, as Python computes it on integers."""

    name: OperationName
    operands: tuple[Size, ...]
    key: Key = field(init=False, repr=False)
    names: frozenset[str] = field(init=False, repr=False)
    bounds: Bounds = field(init=False, repr=False)

    def __post_init__(self) -> None:
        operands = self.operands
        names = frozenset[str]().union(*(size.names for size in operands if isinstance(size, Dim)))
        object.__setattr__(self, "key", (1, self.name, tuple(size_key(size) for size in operands)))
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "bounds", _OPERATION_BOUNDS[self.name](operands))

    def __reduce__(self) -> Key:
        return _intern, (Operation, self.name, self.operands)


Atom: TypeAlias = Symbol | Operation
Monomial: TypeAlias = tuple[Atom, ...]
"""A product of atoms in order, a power as a repetition; the constant term's is empty."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Dim:
    """A symbolic integer: `2*n + 1`. Supports `+ - * // %` with ints and dims.

    `==` compares structure. Its number is known only when a function is called, so `<`, `bool` and `int` raise `DslError`.
    """

    terms: tuple[tuple[Monomial, int], ...]
    key: Key = field(init=False)
    names: frozenset[str] = field(init=False)
    bounds: Bounds = field(init=False)

    __array_ufunc__: ClassVar[None] = None  # NumPy integers leave the arithmetic to Dim.

    def __post_init__(self) -> None:
        atoms = [atom for monomial, _ in self.terms for atom in monomial]
        names = frozenset[str]().union(*(atom.names for atom in atoms))
        object.__setattr__(self, "key", tuple((*_order(term), term[1]) for term in self.terms))
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "bounds", sum_bounds(_term_bounds(*t) for t in self.terms))

    def __reduce__(self) -> Key:
        return _intern, (Dim, self.terms)

    def __add__(self, other: object) -> Size:
        size = _as_size(other)
        return NotImplemented if size is None else add(self, size)

    def __radd__(self, other: object) -> Size:
        return self + other

    def __sub__(self, other: object) -> Size:
        size = _as_size(other)
        return NotImplemented if size is None else add(self, size, -1)

    def __rsub__(self, other: object) -> Size:
        size = _as_size(other)
        return NotImplemented if size is None else add(size, self, -1)

    def __mul__(self, other: object) -> Size:
        size = _as_size(other)
        return NotImplemented if size is None else multiply(self, size)

    def __rmul__(self, other: object) -> Size:
        return self * other

    def __floordiv__(self, other: object) -> Size:
        size = _as_size(other)
        return NotImplemented if size is None else floor_divide(self, size)

    def __rfloordiv__(self, other: object) -> Size:
        size = _as_size(other)
        return NotImplemented if size is None else floor_divide(size, self)

    def __mod__(self, other: object) -> Size:
        size = _as_size(other)
        return NotImplemented if size is None else modulo(self, size)

    def __rmod__(self, other: object) -> Size:
        size = _as_size(other)
        return NotImplemented if size is None else modulo(size, self)

    def __neg__(self) -> Size:
        return add(0, self, -1)

    def __pos__(self) -> Size:
        return self

    def __lt__(self, other: object) -> NoReturn:
        _depends_on_call(f"`{self} < {other}`")

    def __le__(self, other: object) -> NoReturn:
        _depends_on_call(f"`{self} <= {other}`")

    def __gt__(self, other: object) -> NoReturn:
        _depends_on_call(f"`{self} > {other}`")

    def __ge__(self, other: object) -> NoReturn:
        _depends_on_call(f"`{self} >= {other}`")

    def __bool__(self) -> NoReturn:
        _depends_on_call(f"the truth of `{self}`")

    def __int__(self) -> NoReturn:
        _depends_on_call(f"the number `{self}`")

    def __index__(self) -> NoReturn:
        _depends_on_call(f"the number `{self}`")

    def __repr__(self) -> str:
        texts: dict[Atom, str] = {}
        for operation in operations_in(self):
            texts[operation] = _operation_text(operation, texts)
        return _size_text(self, texts)


def _depends_on_call(what: str) -> NoReturn:
    raise DslError(
        Diagnostic(
            "depends-on-call",
            f"{what} is known only when the function is called",
            help="decide it by `if` or `while` inside a `@graph` function, or make the size a number",
        )
    )


def _as_size(value: object) -> Size | None:
    if isinstance(value, (Dim, int)):
        return value if isinstance(value, Dim) else int(value)
    return int(value) if isinstance(value, Integral) else None


# --- hash-consing -----------------------------------------------------------------------------

_T = TypeVar("_T")
_interned: WeakValueDictionary[Key, Any] = WeakValueDictionary()
_lock = threading.Lock()


def _intern(kind: Callable[..., _T], *fields: Any) -> _T:
    key = (kind, *fields)
    found: _T | None = _interned.get(key)
    if found is None:
        with _lock:
            found = _interned.get(key)
            if found is None:
                found = _interned[key] = kind(*fields)
    return found


def symbol(name: str, low: int | None = 0, high: int | None = 2**48) -> Dim:
    """The dim that is the symbol `name`, between `low` and `high` inclusive (None: no bound)."""
    bounds = (-math.inf if low is None else low, math.inf if high is None else high)
    return _as_dim(_intern(Symbol, name, bounds))


def _as_dim(atom: Atom) -> Dim:
    return _intern(Dim, (((atom,), 1),))


def size_key(size: Size) -> Key:
    """A key that orders sizes by structure, dims before ints."""
    return (1, size) if isinstance(size, int) else (0, size.key)


def _order(term: tuple[Monomial, int]) -> Key:
    """Graded lexicographic order, highest degree first."""
    monomial = term[0]
    return -len(monomial), tuple(atom.key for atom in monomial)


# --- sums and products ------------------------------------------------------------------------


def terms_of(size: Size) -> tuple[tuple[Monomial, int], ...]:
    """The terms of a size in order, the constant last."""
    if isinstance(size, int):
        return (((), size),) if size else ()
    return size.terms


def from_terms(coefficients: Mapping[Monomial, int]) -> Size:
    """The size that is the sum of `coefficient * monomial`."""
    terms = [(monomial, number) for monomial, number in coefficients.items() if number]
    if not terms:
        return 0
    if len(terms) > 1:
        terms.sort(key=_order)
    elif not terms[0][0]:
        return terms[0][1]
    return _intern(Dim, tuple(terms))


def add(a: Size, b: Size, scale: int = 1) -> Size:
    """`a + scale * b`."""
    if isinstance(a, int) and isinstance(b, int):
        return a + scale * b
    coefficients = dict(terms_of(a))
    for monomial, number in terms_of(b):
        coefficients[monomial] = coefficients.get(monomial, 0) + scale * number
    return from_terms(coefficients)


def multiply(a: Size, b: Size) -> Size:
    """`a * b`, multiplied out."""
    coefficients: dict[Monomial, int] = {}
    for left, left_number in terms_of(a):
        for right, right_number in terms_of(b):
            monomial = _product(left, right)
            number = coefficients.get(monomial, 0) + left_number * right_number
            coefficients[monomial] = number
    return from_terms(coefficients)


def _product(left: Monomial, right: Monomial) -> Monomial:
    if not (left and right):
        return left or right
    return tuple(sorted(left + right, key=lambda atom: atom.key))


def _term_bounds(monomial: Monomial, number: int) -> Bounds:
    bounds: Bounds = (number, number)
    for atom in monomial:
        bounds = multiply_bounds(bounds, atom.bounds)
    return bounds


# --- division ---------------------------------------------------------------------------------


def floor_divide(a: Size, b: Size) -> Size:
    """`a // b` as in Python; raises ZeroDivisionError if `b` is the number 0.

    Where a dim `b` is 0 at the call, `evaluate` raises, as Python would.
    """
    if isinstance(b, Dim):
        return _divide_by_dim(a, b)
    if isinstance(a, int):
        return a // b
    if b <= 0:
        return floor_divide(-a, -b) if b else 1 // b
    quotient, rest = _split(a, b)
    return add(quotient, _floor_of_rest(rest, b))


def modulo(a: Size, b: Size) -> Size:
    """`a % b` as in Python (the sign of `b`); raises ZeroDivisionError if `b` is the number 0."""
    if isinstance(b, Dim):
        return _modulo_by_dim(a, b)
    if isinstance(a, int):
        return a % b
    if b <= 0:
        return add(0, modulo(-a, -b), -1) if b else 1 % b
    rest = _split(_without_inner_mods(a, b), b)[1]
    known = _known_quotient(rest, b)
    if known is not None:
        return add(rest, known * b, -1)
    common, reduced, left_over = _divide_common(rest, b)
    if common > 1:
        # (g*x + c) % (g*k) == g * (x % k) + c  for 0 <= c < g
        return add(left_over, modulo(reduced, b // common), common)
    return _as_dim(_intern(Operation, "mod", (rest, b)))


def _split(a: Size, k: int) -> tuple[Size, Size]:
    """`quotient` and `rest` with `a == k * quotient + rest`, the rest's coefficients below k in size."""
    quotient: dict[Monomial, int] = {}
    for monomial, number in terms_of(a):
        toward_zero = abs(number) // k * (1 if number > 0 else -1)
        quotient[monomial] = toward_zero if monomial else number // k
    whole = from_terms(quotient)
    return whole, add(a, whole, -k)


def _known_quotient(a: Size, k: int) -> int | None:
    """`a // k` if it is the same number for all values of `a`."""
    low, high = bounds_of(a)
    if math.isinf(low) or math.isinf(high) or low // k != high // k:
        return None
    return int(low // k)


def _divide_common(rest: Size, k: int) -> tuple[int, Size, int]:
    """`g`, `x`, `c` with `rest == g * x + c`, `0 <= c < g`, and `g` the largest that divides k."""
    numbers = [number for monomial, number in terms_of(rest) if monomial]
    common = math.gcd(k, *numbers)
    left_over = dict(terms_of(rest)).get((), 0) % common
    parts = terms_of(add(rest, -left_over))
    return common, from_terms({monomial: number // common for monomial, number in parts}), left_over


def _floor_of_rest(rest: Size, k: int) -> Size:
    known = _known_quotient(rest, k)
    if known is not None:
        return known
    common, reduced, _ = _divide_common(rest, k)
    if common > 1:
        # (g*x + c) // (g*k) == x // k  for 0 <= c < g
        return floor_divide(reduced, k // common)
    if terms_of(rest)[0][1] < 0:
        # -x // k == -((x + k - 1) // k): rounding up has one form
        return add(0, floor_divide(add(k - 1, rest, -1), k), -1)
    inner = _single_operation(rest)
    if inner is not None and inner[0].name == "floordiv":
        dividend, divisor = inner[0].operands
        if isinstance(divisor, int):
            # (x // j + c) // k == (x + c*j) // (j*k)
            return floor_divide(add(dividend, inner[1] * divisor), divisor * k)
    return _as_dim(_intern(Operation, "floordiv", (rest, k)))


def _single_operation(size: Size) -> tuple[Operation, int] | None:
    """The operation and the number of `operation + number`."""
    (monomial, number), *others = terms_of(size)
    if number != 1 or len(monomial) != 1 or any(other for other, _ in others):
        return None
    atom = monomial[0]
    return (atom, others[0][1] if others else 0) if isinstance(atom, Operation) else None


def _without_inner_mods(a: Size, k: int) -> Size:
    """`a` with `x % j` replaced by `x` where the term's coefficient times j is a multiple of k."""
    for monomial, number in terms_of(a):
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, Operation) and atom.name == "mod":
            dividend, divisor = atom.operands
            if isinstance(divisor, int) and number * divisor % k == 0:
                a = add(add(a, _as_dim(atom), -number), dividend, number)
    return a


def _divide_by_dim(a: Size, b: Dim) -> Size:
    low, high = b.bounds
    if low > 0 or high < 0:
        quotient = exact_div(a, b)
        if quotient is not None:
            return quotient
    return _as_dim(_intern(Operation, "floordiv", (a, b)))


def _modulo_by_dim(a: Size, b: Dim) -> Size:
    low, high = b.bounds
    if (low > 0 or high < 0) and exact_div(a, b) is not None:
        return 0
    smallest, largest = bounds_of(a)
    if smallest >= 0 and largest < low:
        return a
    return _as_dim(_intern(Operation, "mod", (a, b)))


def exact_div(a: Size, b: Size) -> Size | None:
    """The size `q` with `a == q * b` as polynomials; None if there is none or `b` is 0."""
    if b == 0:
        return None
    quotient: Size = 0
    (divisor, divisor_number), *_ = terms_of(b)
    while a != 0:
        monomial, number = terms_of(a)[0]
        factor = _divide_monomial(monomial, divisor)
        if factor is None or number % divisor_number:
            return None
        step = from_terms({factor: number // divisor_number})
        quotient = add(quotient, step)
        a = add(a, multiply(step, b), -1)
    return quotient


def _divide_monomial(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    factors = list(monomial)
    for atom in divisor:
        if atom not in factors:
            return None
        factors.remove(atom)
    return tuple(factors)


# --- minimum and maximum ----------------------------------------------------------------------


def dim_min(first: Size, *others: Size) -> Size:
    """The least of the sizes."""
    return _extremum("min", (first, *others))


def dim_max(first: Size, *others: Size) -> Size:
    """The greatest of the sizes."""
    return _extremum("max", (first, *others))


def _extremum(name: Literal["min", "max"], sizes: Iterable[Size]) -> Size:
    kept: list[Size] = []
    for size in sizes:
        for part in _flattened(name, size):
            if not any(_wins(name, other, part) for other in kept):
                kept = [other for other in kept if not _wins(name, part, other)]
                kept.append(part)
    if len(kept) == 1:
        return kept[0]
    return _as_dim(_intern(Operation, name, tuple(sorted(kept, key=size_key))))


def _flattened(name: OperationName, size: Size) -> tuple[Size, ...]:
    if isinstance(size, Dim):
        inner = _single_operation(size)
        if inner is not None and inner[0].name == name and inner[1] == 0:
            return inner[0].operands
    return (size,)


def _wins(name: Literal["min", "max"], a: Size, b: Size) -> bool:
    """Whether `a` is the min (or max) of both, whatever the symbols are."""
    low, high = bounds_of(add(b, a, -1))
    return low >= 0 if name == "min" else high <= 0


# --- bounds and values ------------------------------------------------------------------------


def bounds_of(size: Size) -> Bounds:
    """The least and the greatest value, as far as they are known."""
    return (size, size) if isinstance(size, int) else size.bounds


_OPERATION_BOUNDS: dict[OperationName, Callable[[tuple[Size, ...]], Bounds]] = {
    "floordiv": lambda sizes: divide_bounds(bounds_of(sizes[0]), bounds_of(sizes[1])),
    "mod": lambda sizes: modulo_bounds(bounds_of(sizes[0]), bounds_of(sizes[1])),
    "min": lambda sizes: (
        min(bounds_of(size)[0] for size in sizes),
        min(bounds_of(size)[1] for size in sizes),
    ),
    "max": lambda sizes: (
        max(bounds_of(size)[0] for size in sizes),
        max(bounds_of(size)[1] for size in sizes),
    ),
}

COMPUTE: dict[OperationName, Callable[..., int]] = {
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
}

BUILD: dict[OperationName, Callable[..., Size]] = {
    "floordiv": floor_divide,
    "mod": modulo,
    "min": dim_min,
    "max": dim_max,
}


def operations_in(size: Size) -> Iterator[Operation]:
    """Every operation in a size, operands before what uses them, each once."""
    done: set[Operation] = set()
    stack = [(operation, False) for operation in reversed(_own_operations(size))]
    while stack:
        operation, ready = stack.pop()
        if operation in done:
            continue
        if ready:
            done.add(operation)
            yield operation
        else:
            stack.append((operation, True))
            inner = [each for part in operation.operands for each in _own_operations(part)]
            stack += [(each, False) for each in reversed(inner)]


def _own_operations(size: Size) -> list[Operation]:
    atoms = (atom for monomial, _ in terms_of(size) for atom in monomial)
    return [atom for atom in atoms if isinstance(atom, Operation)]


def substitute(size: Size, mapping: Mapping[str, Size]) -> Size:
    """The size with symbols replaced by name."""
    return _rebuilt(size, mapping, BUILD)


def modulo_as_division(size: Size) -> Size:
    """The size with every `x % k` written as `x - k*(x//k)`."""
    if not any(operation.name == "mod" for operation in operations_in(size)):
        return size
    return _rebuilt(size, {}, {**BUILD, "mod": lambda a, b: a - b * (a // b)})


def _rebuilt(
    size: Size, mapping: Mapping[str, Size], build: Mapping[OperationName, Callable[..., Size]]
) -> Size:
    values: dict[Atom, Size] = {}
    for operation in operations_in(size):
        operands = [_sum(operand, mapping, values) for operand in operation.operands]
        values[operation] = build[operation.name](*operands)
    return _sum(size, mapping, values)


def _sum(size: Size, mapping: Mapping[str, Size], values: Mapping[Atom, Size]) -> Size:
    total: Size = 0
    for monomial, number in terms_of(size):
        product: Size = number
        for atom in monomial:
            if isinstance(atom, Symbol):
                product = multiply(product, mapping.get(atom.name, _as_dim(atom)))
            else:
                product = multiply(product, values[atom])
        total = add(total, product)
    return total


# --- text -------------------------------------------------------------------------------------


def _size_text(size: Size, texts: Mapping[Atom, str]) -> str:
    if isinstance(size, int):
        return str(size)
    terms = list(size.terms)
    # `1 - n` reads better than `-n + 1`.
    first = next((index for index, (_, number) in enumerate(terms) if number > 0), 0)
    terms.insert(0, terms.pop(first))
    text = ""
    for monomial, number in terms:
        sign = ("-" if number < 0 else "") if not text else " - " if number < 0 else " + "
        text += sign + _term_text(monomial, abs(number), texts, enclosed=sign == "-")
    return text


def _term_text(
    monomial: Monomial, number: int, texts: Mapping[Atom, str], *, enclosed: bool
) -> str:
    factors = [] if number == 1 and monomial else [str(number)]
    enclosed = enclosed or len(factors) + len(monomial) > 1
    for atom in monomial:
        text = atom.name if isinstance(atom, Symbol) else texts[atom]
        divides = isinstance(atom, Operation) and atom.name in ("floordiv", "mod")
        factors.append(f"({text})" if divides and enclosed else text)
    return "*".join(factors)


def _operation_text(operation: Operation, texts: Mapping[Atom, str]) -> str:
    operands = [_size_text(size, texts) for size in operation.operands]
    if operation.name in ("min", "max"):
        return f"{operation.name}({', '.join(operands)})"
    left, right = (
        text if _is_primary(size) else f"({text})"
        for size, text in zip(operation.operands, operands, strict=True)
    )
    return f"{left}//{right}" if operation.name == "floordiv" else f"{left} % {right}"


def _is_primary(size: Size) -> bool:
    """Whether the text of a size binds tighter than `//`."""
    if isinstance(size, int):
        return size >= 0
    (monomial, number), *others = size.terms
    if others or number != 1 or len(monomial) != 1:
        return False
    return isinstance(monomial[0], Symbol) or monomial[0].name in ("min", "max")
